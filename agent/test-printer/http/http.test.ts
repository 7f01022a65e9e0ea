// The HTTP side: roll, pictures, faults, page, and everything that it refuses.
import { request } from 'node:http'
import { inflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { Problem } from '@pharmacy-relay/shared/problem.ts'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import type { TestPrinter } from '../label-printer.ts'
import { allByteValues, realLabel, sendJob, sha256, startPrinter } from '../test/printer-rig.ts'

const Labels = z.array(
  z.strictObject({ n: z.int(), sha256: z.string(), bytes: z.int(), at: z.iso.datetime({ precision: 3 }) }),
)
const LABEL = '^XA^FDx^FS^XZ'

async function call(printer: TestPrinter, path: string, init: RequestInit = {}): Promise<Response> {
  return fetch(`http://127.0.0.1:${printer.httpPort}${path}`, { redirect: 'manual', ...init })
}

/** Asked again while drawing takes longer than the printer waits: on a busy machine it does. */
async function picture(printer: TestPrinter, path: string): Promise<Response> {
  let answer = await call(printer, path)
  await until('the picture', async () => {
    if (answer.status === 504) answer = await call(printer, path)
    return answer.status !== 504
  })
  return answer
}

async function post(printer: TestPrinter, body: string): Promise<Response> {
  return call(printer, '/faults', { method: 'POST', body })
}

/** Black and white pixels of a PNG as the renderer writes it: the values that its filtered rows hold. */
function distinctBytes(png: Buffer): number {
  const parts: Buffer[] = []
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at))
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT')
      parts.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)))
  return new Set(inflateSync(Buffer.concat(parts))).size
}

test('GET /labels is the list with number, hash, length and time, DELETE empties it, numbers go on', async () => {
  const printer = await startPrinter()
  await sendJob(printer, realLabel('ups.zpl'))
  await sendJob(printer, allByteValues())
  const labels = Labels.parse(await (await call(printer, '/labels')).json())
  expect(labels).toMatchObject([
    { n: 1, sha256: sha256(realLabel('ups.zpl')), bytes: 3682 },
    { n: 2, sha256: sha256(allByteValues()), bytes: 1_048_576 },
  ])
  expect((await call(printer, '/labels', { method: 'DELETE' })).status).toBe(204)
  expect(await (await call(printer, '/labels')).json()).toEqual([])
  await sendJob(printer, LABEL)
  expect(Labels.parse(await (await call(printer, '/labels')).json())[0]?.n).toBe(3)
})

test('the bytes of a job come back as they came, and what the printer made of it', async () => {
  const printer = await startPrinter()
  await sendJob(printer, allByteValues())
  await sendJob(printer, realLabel('templating.zpl'))
  const bytes = await call(printer, '/labels/1.zpl')
  expect(bytes.headers.get('content-type')).toBe('application/octet-stream')
  expect(Buffer.from(await bytes.arrayBuffer()).equals(allByteValues())).toBe(true)
  const entry = await (await call(printer, '/labels/2')).json()
  expect(entry).toMatchObject({ n: 2, language: 'zpl', formats: 3, labelsPrinted: 2, end: 'fin' })
})

test('a label is drawn as a PNG with something on it, and not drawn again for who has it', async () => {
  const printer = await startPrinter()
  await sendJob(printer, realLabel('ups.zpl'))
  const drawn = await picture(printer, '/labels/1.png')
  expect([drawn.status, drawn.headers.get('content-type')]).toEqual([200, 'image/png'])
  const png = Buffer.from(await drawn.arrayBuffer())
  expect(png.toString('latin1', 1, 4)).toBe('PNG')
  expect(png.readUInt32BE(16)).toBe(812)
  expect(distinctBytes(png)).toBeGreaterThan(2)
  const tag = drawn.headers.get('etag') ?? ''
  expect((await call(printer, '/labels/1.png', { headers: { 'if-none-match': tag } })).status).toBe(304)
})

test('what cannot be drawn is a problem: bytes that are no ZPL, and a format with nothing in it', async () => {
  const printer = await startPrinter()
  await sendJob(printer, allByteValues())
  await sendJob(printer, '^XA^XZ')
  const noZpl = await picture(printer, '/labels/1.png')
  expect([noZpl.status, noZpl.headers.get('content-type')]).toEqual([415, 'application/problem+json'])
  const nothing = await picture(printer, '/labels/2.png')
  expect(Problem.parse(await nothing.json())).toMatchObject({ status: 422, code: 'invalid' })
})

test.each(['/labels/9', '/labels/9.png', '/labels/9.zpl', '/labels/x', '/nothing'])(
  'GET %s is not found',
  async (path) => {
    const reply = await call(await startPrinter(), path)
    expect(Problem.parse(await reply.json())).toMatchObject({ status: 404, code: 'not_found' })
  },
)

test('faults are set one by one, shown, and cleared all at once', async () => {
  const printer = await startPrinter()
  await post(printer, '{"paperOut":true}')
  const both = await post(printer, '{"slow":{"bytesPerSecond":500},"resetAtByte":7}')
  const expected = { paperOut: true, slow: { bytesPerSecond: 500 }, resetAtByte: 7, powerOff: false }
  expect(await both.json()).toMatchObject(expected)
  expect(await (await call(printer, '/faults')).json()).toMatchObject(expected)
  const cleared = await call(printer, '/faults', { method: 'DELETE' })
  expect(await cleared.json()).toMatchObject({ paperOut: false, slow: null, resetAtByte: null })
})

test('a fault is in force when its POST is answered', async () => {
  const printer = await startPrinter()
  await post(printer, '{"powerOff":true}')
  expect((await sendJob(printer, LABEL)).end).toBe('ECONNREFUSED')
  await post(printer, '{"powerOff":false}')
  expect((await sendJob(printer, LABEL)).end).toBe('fin')
})

test.each([
  ['{}', 422],
  ['{"onFire":true}', 422],
  ['{"paperOut":"yes"}', 422],
  ['{"slow":{"bytesPerSecond":0}}', 422],
  ['{"resetAtByte":-1}', 422],
  ['[1]', 422],
  ['{', 400],
  [`{"paperOut":${' '.repeat(5_000)}true}`, 413],
])('POST /faults %s is refused and changes nothing', async (body, status) => {
  const printer = await startPrinter()
  const before = printer.faults.now()
  const reply = await post(printer, body)
  expect(Problem.parse(await reply.json()).status).toBe(status)
  expect(printer.faults.now()).toBe(before)
})

test('the page of another site can neither read nor change anything', async () => {
  const printer = await startPrinter()
  const foreign = await call(printer, '/page', {
    method: 'POST',
    headers: { origin: 'http://shop.example' },
    body: new URLSearchParams({ change: 'powerOff', value: 'true' }),
  })
  expect(foreign.status).toBe(400)
  expect(printer.faults.now().powerOff).toBe(false)
  const rebound = request({ port: printer.httpPort, path: '/labels', headers: { host: 'shop.example' } })
  const status = await new Promise((resolve) => {
    rebound.on('response', (response) => resolve(response.resume().statusCode)).end()
  })
  expect(status).toBe(400)
})

test('the page shows name, state, odometer and jobs, escaped, under a strict policy', async () => {
  const printer = await startPrinter({ name: '<b>Counter</b>' })
  await sendJob(printer, realLabel('ups.zpl'))
  const reply = await call(printer, '/')
  const page = await reply.text()
  expect(reply.headers.get('content-security-policy')).toMatch(
    /^default-src 'none'; .*frame-ancestors 'none'$/,
  )
  expect(page).not.toContain('<b>')
  for (const text of [
    '&lt;b&gt;Counter',
    'Ready',
    '1 label',
    sha256(realLabel('ups.zpl')),
    'src="/labels/1.png"',
  ])
    expect(page).toContain(text)
})

test('the buttons of the page change faults and empty the roll, and lead back to it', async () => {
  const printer = await startPrinter()
  await sendJob(printer, LABEL)
  const press = async (change: string, value: string): Promise<Response> =>
    call(printer, '/page', { method: 'POST', body: new URLSearchParams({ change, value }) })
  const pressed = await press('headOpen', 'true')
  expect([pressed.status, pressed.headers.get('location')]).toEqual([303, '/'])
  await press('slow', '900')
  await press('resetAtByte', '5')
  expect(printer.faults.now()).toMatchObject({
    headOpen: true,
    slow: { bytesPerSecond: 900 },
    resetAtByte: 5,
  })
  expect(await (await call(printer, '/')).text()).toContain('aria-pressed="true"')
  await press('resetAtByte', '')
  expect(printer.faults.now().resetAtByte).toBeNull()
  await press('clear-faults', '')
  expect(printer.faults.now()).toMatchObject({ headOpen: false, slow: null })
  await press('empty-roll', '')
  expect(printer.roll.entries()).toEqual([])
  expect((await press('explode', 'true')).status).toBe(422)
  expect((await press('slow', 'fast')).status).toBe(422)
})

test('an open page hears of a new job', async () => {
  const printer = await startPrinter()
  const news = await call(printer, '/events')
  const reader = news.body?.pipeThrough(new TextDecoderStream()).getReader()
  let heard = ''
  const listening = (async () => {
    for (let part = await reader?.read(); part?.value !== undefined; part = await reader?.read())
      heard += part.value
  })().catch(() => undefined)
  await until('the page is open', () => heard.includes(': open'))
  await sendJob(printer, LABEL)
  await until('the page hears', () => heard.includes('data: changed'))
  await printer.stop()
  await listening
})
