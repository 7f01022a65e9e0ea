// A person at a pharmacy's PC and the certificates of other computers: `agent peers`, `agent trust`, `agent keys`.
import { randomBytes } from 'node:crypto'
import path from 'node:path'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { describe, expect, test } from 'vitest'
import { startAgent } from '../../test/in-process-agent.ts'
import { temporaryFolder } from '../../test/temporary-folder.ts'
import { assignmentOf, targetOf } from '../../core/assignment/test-assignment.ts'
import { parseCommandLine, UsageError } from '../arguments.ts'
import { carryOut } from '../commands.ts'
import type { Outcome } from '../outcome.ts'
import { statusText } from './status-text.ts'
import { COLUMNS } from '../text.ts'

const fingerprint = (): string => randomBytes(32).toString('hex')

interface Stage {
  readonly known: string
  readonly other: string
  readonly questions: string[]
  /** What the person answers; null: nobody sits there. */
  answer: string | null
  run(...args: string[]): Promise<Outcome>
  /** The code and words of a refusal. */
  refusal(...args: string[]): Promise<string>
  swap(certificateFingerprints: string[]): Promise<unknown>
  alarms(): Promise<string>
}

/** A Client that knows DISPENSARY by one certificate, and hears of another. */
async function startStage(address: string): Promise<Stage> {
  const dataFolder = temporaryFolder()
  const agent = await startAgent({ address, dataFolder })
  const swap = async (certificateFingerprints: string[]) =>
    agent.assign(
      assignmentOf({
        role: 'Client',
        version: (version += 1),
        target: targetOf({ certificateFingerprints, addresses: ['127.0.1.9'] }),
      }),
    )
  let version = 0
  const [known, other] = [fingerprint(), fingerprint()]
  await swap([known])
  await swap([other])
  const locations = { dataFolder, controlSocket: path.join(dataFolder, 'agent.sock') }
  const terminal = {
    environment: {},
    locations,
    agentVersion: '0.1.0',
    nowMs: Date.now,
    readInput: () => '',
    print: () => undefined,
  }
  const stage: Stage = {
    known,
    other,
    questions: [],
    answer: null,
    swap,
    run: async (...args) =>
      carryOut(parseCommandLine(args).command, {
        ...terminal,
        ask: (question) => {
          stage.questions.push(question)
          return stage.answer
        },
      }),
    refusal: async (...args) =>
      stage.run(...args).then(
        ({ text }) => `done: ${text}`,
        (error: unknown) => {
          if (error instanceof ProblemError) return `${error.code}: ${error.message}`
          throw error
        },
      ),
    alarms: async () => statusText(await agent.ask('status', null), Date.now()),
  }
  return stage
}

describe('a swapped certificate', () => {
  test('shows in status and peers, with what to do', async () => {
    const stage = await startStage('127.0.1.81')
    expect(await stage.alarms()).toMatch(
      /Attention\s+the hub names a certificate of DISPENSARY that this computer/,
    )
    const { text } = await stage.run('peers')
    expect(text).toContain('NOT TRUSTED')
    expect(text).toContain('agent trust DISPENSARY')
    for (const line of text.split('\n')) expect(line.length).toBeLessThanOrEqual(COLUMNS)
    const grouped = text.replaceAll(/\s/g, '')
    expect(grouped).toContain(stage.known)
    expect(grouped).toContain(stage.other)
  })

  test('is trusted after yes at a terminal, not after anything else, nor where nobody sits', async () => {
    const stage = await startStage('127.0.1.82')
    expect(await stage.refusal('trust', 'dispensary')).toMatch(/^invalid: .*Say which one: --yes/s)
    for (const answer of ['', 'y', 'no', 'yes!']) {
      stage.answer = answer
      expect(await stage.refusal('trust', 'DISPENSARY')).toContain('Nothing was changed')
    }
    expect(await stage.alarms()).toContain('Attention')
    stage.answer = 'Yes\n'
    expect((await stage.run('trust', 'DISPENSARY')).text).toContain('is trusted with it from now on')
    expect(stage.questions.at(-1)?.replaceAll(/\s/g, '')).toContain(`New${stage.other}`)
    expect(await stage.alarms()).not.toContain('Attention')
    expect((await stage.run('peers')).text).toContain('confirmed by a person here')
    expect((await stage.run('trust', 'DISPENSARY')).text).toContain('There is nothing to confirm')
  })

  test('is trusted by its first digits in a script, in any grouping; wrong ones change nothing', async () => {
    const stage = await startStage('127.0.1.83')
    const grouped = `${stage.other.slice(0, 4)} ${stage.other.slice(4, 12)}`.toUpperCase()
    const wrong = stage.other.startsWith('0') ? '1'.repeat(8) : '0'.repeat(8)
    expect(await stage.refusal('trust', 'DISPENSARY', '--yes', wrong)).toContain('Nothing was changed')
    expect(await stage.refusal('trust', 'DISPENSARY', '--yes', stage.known)).toContain('Nothing was changed')
    expect(await stage.refusal('trust', 'ELSEWHERE', '--yes', stage.other)).toMatch(/^not_found/)
    await stage.run('trust', 'DISPENSARY', '--yes', grouped)
    expect((await stage.run('peers')).json).toMatchObject([
      { trusted: [{ fingerprint: stage.other, how: 'confirmed' }], refused: [] },
    ])
    expect(stage.questions).toEqual([])
  })

  test.each([
    [['trust']],
    [['trust', 'A', 'B']],
    [['trust', 'A', '--yes', 'abc']],
    [['peers', '--yes', 'a'.repeat(8)]],
    [['keys', 'make']],
  ])('%j is wrong usage', (args) => {
    expect(() => parseCommandLine(args)).toThrow(UsageError)
  })
})

test('keys shows the certificate in groups, and rotate begins one exchange', async () => {
  const stage = await startStage('127.0.1.84')
  const { json: before, text } = await stage.run('keys')
  expect(text).toMatch(/^Certificate {2}([0-9a-f]{4} ?)+\n/)
  expect(before).toMatchObject({ successor: null })
  const first = await stage.run('keys', 'rotate')
  expect(first.text).toContain('waits for the hub')
  expect((await stage.run('keys', 'rotate')).json).toEqual(first.json)
})
