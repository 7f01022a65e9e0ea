// A file handed over to an agent through a real control socket.
import { printJobOf } from '@pharmacy-relay/shared/test/print-job.ts'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { MAX_LABEL_BYTES, type AgentHandlers } from '../../contract/agent-api.ts'
import { silentLogger } from '@pharmacy-relay/shared/logger.ts'
import type { PrintJob } from '@pharmacy-relay/shared/print-job.ts'
import { ControlServer } from '../../core/control/control-server.ts'
import { askAgent } from '../../contract/socket-client.ts'
import { temporaryFolder } from '../../test/temporary-folder.ts'
import { handlersThatAnswer } from '../../test/handlers.ts'
import { carryOut } from '../commands.ts'
import { readPayload } from './print-file.ts'

async function agentThatPrints(state: PrintJob['state'] = 'accepted') {
  const printed: Uint8Array[] = []
  const handlers: AgentHandlers = handlersThatAnswer({
    print: async ({ payload }) => {
      // What the server got is overwritten afterwards.
      printed.push(Buffer.from(payload))
      return { ...jobOf(payload), state }
    },
  })
  const file = path.join(temporaryFolder(), 'agent.sock')
  const server = new ControlServer({ path: file, handlers: () => handlers, logger: silentLogger })
  onTestFinished(async () => server.stop())
  await server.start()
  return { file, printed }
}

function jobOf(payload: Uint8Array): PrintJob {
  return printJobOf({ language: 'unknown', sender: 'this computer', bytes: payload.length })
}

describe('A printed file', () => {
  test.each([1, 65_536, 65_537, MAX_LABEL_BYTES])(
    'of %i bytes of all values arrives unchanged',
    async (size) => {
      const agent = await agentThatPrints()
      const payload = Buffer.from(
        Uint8Array.from({ length: size }, (_, index) => (index ^ (index >> 8)) & 0xff),
      )
      expect(await askAgent(agent.file, 'print', { payload })).toMatchObject({ bytes: size })
      expect(agent.printed.map((printed) => Buffer.compare(printed, payload))).toEqual([0])
    },
  )

  test('is read as bytes, and one that is missing is named', () => {
    const file = path.join(temporaryFolder(), 'label.zpl')
    writeFileSync(file, Uint8Array.of(0x5e, 0xff, 0x00))
    expect([...readPayload(file)]).toEqual([0x5e, 0xff, 0x00])
    const missing = { code: 'not_found', message: `${file}.x cannot be read: there is no such file` }
    expect(() => readPayload(`${file}.x`)).toThrow(expect.objectContaining(missing))
    expect(() => readPayload(path.dirname(file))).toThrow('it is a folder')
  })
})

test.each([
  ['accepted', 0],
  ['held', 1],
] as const)('A label that is %s ends the command with code %i', async (state, code) => {
  const { file } = await agentThatPrints(state)
  const label = path.join(temporaryFolder(), 'label.zpl')
  writeFileSync(label, '^XA^FDx')
  const outcome = await carryOut(
    { kind: 'print', file: label },
    {
      environment: {},
      locations: { dataFolder: path.dirname(file), controlSocket: file },
      agentVersion: '0.1.0',
      nowMs: Date.now,
      readInput: () => '',
      print: () => undefined,
      ask: () => null,
    },
  )
  expect(outcome).toMatchObject({ code, text: expect.stringContaining(state) })
})
