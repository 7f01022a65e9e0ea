import { createSecretKey, randomBytes } from 'node:crypto'
import { Worker } from 'node:worker_threads'
import { describe, expect, test } from 'vitest'
import { createSealer, SEAL_BYTES, SealBrokenError } from './sealer.ts'

const label = Buffer.from('^XA^FDFür Frau Özgür^FS^XZ')
const job = '0d9f7c52-3a51-4a06-9f0e-6d4a1f2b7c11'

describe('sealer', () => {
  test.each([0, 1, 15, 16, 17, 2_500, 5 * 1_048_576])('gives %i bytes back as they came', (length) => {
    const sealer = createSealer(randomBytes(32))
    const plain = randomBytes(length)
    const sealed = sealer.seal(plain, job)
    expect(sealed).toHaveLength(length + SEAL_BYTES)
    expect(Buffer.compare(sealer.open(sealed, job), plain)).toBe(0)
  })

  test('shows nothing of the label, and never the same bytes twice', () => {
    const sealer = createSealer(randomBytes(32))
    const first = Buffer.from(sealer.seal(label, job))
    expect(first.includes('Frau')).toBe(false)
    expect(Buffer.compare(first, sealer.seal(label, job))).not.toBe(0)
  })

  test('seals with one key, which another sealer of the same data key has not, and never with the same nonce', () => {
    const dataKey = createSecretKey(randomBytes(32))
    const sealer = createSealer(dataKey)
    const heads = Array.from({ length: 200 }, () =>
      Buffer.from(sealer.seal(label, job)).toString('hex', 0, 29),
    )
    expect(new Set(heads.map((head) => head.slice(0, 34))).size).toBe(1)
    expect(new Set(heads).size).toBe(200)
    const other = createSealer(dataKey).seal(label, job)
    expect(Buffer.from(other).toString('hex', 0, 17)).not.toBe(heads[0]?.slice(0, 34))
    expect(sealer.open(other, job)).toEqual(label)
  })

  test('refuses every flipped bit, wherever it is', () => {
    const sealer = createSealer(randomBytes(32))
    const sealed = sealer.seal(label, job)
    for (let bit = 0; bit < sealed.length * 8; bit += 1) {
      const changed = Uint8Array.from(sealed, (byte, at) =>
        at === bit >> 3 ? byte ^ (1 << (bit & 7)) : byte,
      )
      expect(() => sealer.open(changed, job), `bit ${bit}`).toThrow(SealBrokenError)
    }
    expect(sealer.open(sealed, job)).toEqual(label)
  })

  test('refuses every cut, and a byte too many', () => {
    const sealer = createSealer(randomBytes(32))
    const sealed = sealer.seal(label, job)
    for (let length = 0; length < sealed.length; length += 1)
      expect(() => sealer.open(sealed.subarray(0, length), job), `${length} bytes`).toThrow(SealBrokenError)
    expect(() => sealer.open(Buffer.concat([sealed, Buffer.of(0)]), job)).toThrow(SealBrokenError)
  })

  test("refuses another job's label, and one of another key", () => {
    const sealer = createSealer(randomBytes(32))
    const sealed = sealer.seal(label, job)
    expect(() => sealer.open(sealed, job.replace('0', '1'))).toThrow(SealBrokenError)
    expect(() => sealer.open(sealed, '')).toThrow(SealBrokenError)
    expect(() => createSealer(randomBytes(32)).open(sealed, job)).toThrow(SealBrokenError)
  })

  test('needs the key only when it is made', () => {
    const dataKey = randomBytes(32)
    const kept = Buffer.from(dataKey)
    const sealer = createSealer(dataKey)
    dataKey.fill(0)
    expect(createSealer(createSecretKey(kept)).open(sealer.seal(label, job), job)).toEqual(label)
  })

  test.each([0, 16, 31, 33])('takes no key of %i bytes', (length) => {
    expect(() => createSealer(new Uint8Array(length))).toThrow(RangeError)
  })

  test('works in another thread, whose key never was bytes there', async () => {
    const key = createSecretKey(randomBytes(32))
    const code = `import { workerData, parentPort } from 'node:worker_threads'
      const { createSealer } = await import(workerData.module)
      parentPort.postMessage(createSealer(workerData.key).seal(Buffer.from('label'), 'job'))`
    const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(code)}`), {
      workerData: { key, module: new URL('sealer.ts', import.meta.url).href },
    })
    const sealed = await new Promise<Uint8Array>((resolve, reject) => {
      worker.once('message', resolve)
      worker.once('error', reject)
    })
    await worker.terminate()
    expect(Buffer.from(createSealer(key).open(sealed, 'job')).toString()).toBe('label')
  })
})

test('A masked hash is shown again by the same key and job, and by no other', () => {
  const sealer = createSealer(Buffer.alloc(32, 7))
  const hash = 'ab'.repeat(32)
  const hidden = sealer.mask(hash, 'job-1')
  expect(hidden).toMatch(/^[0-9a-f]{64}$/)
  expect(sealer.mask(hidden, 'job-1')).toBe(hash)
  expect(createSealer(Buffer.alloc(32, 7)).mask(hidden, 'job-1')).toBe(hash)
  const others = [
    sealer.mask(hidden, 'job-2'),
    createSealer(Buffer.alloc(32, 8)).mask(hidden, 'job-1'),
    hidden,
  ]
  expect(others).not.toContain(hash)
})
