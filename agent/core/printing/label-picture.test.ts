// The picture of a label: drawn when a person asks, recorded, never on the disk or in the log; other languages are refused.
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { expect, test } from 'vitest'
import { assignServer, startAgent, type InProcessAgent } from '../../test/in-process-agent.ts'
import { temporaryFolder } from '../../test/temporary-folder.ts'
import { realLabel, startPrinter } from '../../test-printer/test/printer-rig.ts'
import { MAX_PICTURE_BYTES } from '../../contract/agent-api.ts'
import { labelPicture } from './label-picture.ts'

const PNG = Buffer.from('89504e470d0a1a0a', 'hex')

async function print(agent: InProcessAgent, payload: Buffer): Promise<string> {
  return (await agent.ask('print', { payload })).id
}

/** A busy computer loads the renderer for longer than one who asks waits. */
async function picture(agent: InProcessAgent, job: string): Promise<Uint8Array> {
  let png: Uint8Array | null = null
  await until('the renderer is loaded', async () => {
    png = await agent.ask('picture', { job }).catch((error: unknown) => {
      if (error instanceof ProblemError && error.code === 'upstream_timeout') return null
      throw error
    })
    return png !== null
  })
  return png ?? new Uint8Array()
}

test('It is the PNG of that label, recorded with who asked, and leaves nothing behind', async () => {
  const printer = await startPrinter()
  const printerId = `tcp:127.0.0.1:${printer.rawPort}`
  const dataFolder = temporaryFolder()
  const agent = await startAgent({ address: '127.0.1.76', printers: printerId, dataFolder })
  await assignServer(agent, printerId)
  const id = await print(agent, realLabel('ups.zpl'))
  const png = await picture(agent, id)
  const bytes = Buffer.from(png)
  expect(bytes.subarray(0, 8)).toEqual(PNG)
  expect(agent.log()).toMatch(new RegExp(`"act":"picture"[^\n]*"job":"${id}"`))
  expect(agent.log()).not.toContain(bytes.toString('base64').slice(0, 100))
  const files = readdirSync(dataFolder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  )
  for (const { parentPath, name } of files)
    expect(readFileSync(path.join(parentPath, name)).includes(PNG.subarray(0, 4))).toBe(false)
  const tspl = await print(
    agent,
    Buffer.from('SIZE 40 mm,30 mm\r\nCLS\r\nTEXT 10,10,"3",0,1,1,"x"\r\nPRINT 1\r\n'),
  )
  await expect(agent.ask('picture', { job: tspl })).rejects.toMatchObject({ code: 'not_supported' })
  await expect(agent.ask('picture', { job: '99' })).rejects.toMatchObject({ code: 'not_found' })
})

test('What is not kept, and what would not fit into an answer, is refused', async () => {
  const store = (payload: Uint8Array | null) => ({
    find: async () => ({ id: 'a', n: 7, language: 'zpl' }) as never,
    payload: async () => payload,
  })
  const drawer = { draw: async () => Buffer.alloc(MAX_PICTURE_BYTES + 1) }
  await expect(labelPicture('7', { store: store(null), drawer })).rejects.toMatchObject({
    code: 'state_conflict',
  })
  const payload = Buffer.from('^XA^XZ')
  await expect(labelPicture('7', { store: store(payload), drawer })).rejects.toThrow(ProblemError)
  // The text of the label is overwritten also then.
  expect(payload.equals(Buffer.alloc(6))).toBe(true)
})
