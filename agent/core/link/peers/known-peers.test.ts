// Who is trusted on links (security-and-reliability 2.6, N12): a fingerprint that the hub swaps is refused and alarmed,
// whatever else it says, until the old key or a person on this computer vouches for it.
import { reason } from '@pharmacy-relay/shared/reasons/make-reason.ts'
import { randomBytes } from 'node:crypto'
import { endorsedText, type Endorsement } from '@pharmacy-relay/shared/endorsement.ts'
import type { AssignmentTarget, PrinterAssignment } from '@pharmacy-relay/shared/printer-assignment.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { systemClock } from '@pharmacy-relay/shared/clock.ts'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '../../../test/temporary-folder.ts'
import { assignmentOf, targetOf } from '../../assignment/test-assignment.ts'
import { MIGRATIONS } from '../../database/migrations.ts'
import { openDatabase } from '../../database/open-database.ts'
import { createJsonLogger } from '../../logging/json-logger.ts'
import type { DeviceCertificate } from '../../keys/device-certificate.ts'
import { endorse } from '../../keys/endorse.ts'
import { KnownPeers } from './known-peers.ts'
import { newCertificates } from '../test/certificates.ts'

const SWAPS = 200
let certificates: readonly DeviceCertificate[]
beforeAll(async () => {
  certificates = await newCertificates(4)
})
const certificate = (index: number): DeviceCertificate => {
  const found = certificates[index]
  if (found === undefined) throw new Error('so many were not made')
  return found
}
const print = (index: number): string => certificate(index).fingerprint
const step = (from: number, to: number): Endorsement => endorse(certificate(from), print(to))
const random = (): string => randomBytes(32).toString('hex')

interface Place {
  readonly peers: KnownPeers
  readonly log: () => string
  /** As after a restart of the agent. */
  again(): KnownPeers
}

function newPlace(): Place {
  const { connection: database, close } = openDatabase({
    dataFolder: temporaryFolder(),
    migrations: MIGRATIONS,
    logger: createJsonLogger(() => undefined),
  })
  onTestFinished(close)
  let log = ''
  const logger = createJsonLogger((line) => void (log += line))
  const again = () => new KnownPeers({ database, clock: systemClock, logger })
  return { peers: again(), log: () => log, again }
}

const withTarget = (
  certificateFingerprints: string[],
  more: Partial<AssignmentTarget> = {},
): PrinterAssignment =>
  assignmentOf({ role: 'Client', target: targetOf({ certificateFingerprints, ...more }) })

const targetPrints = (peers: KnownPeers): readonly string[] | string => {
  const target = peers.target()
  if (target === null) return 'none'
  return 'reason' in target ? target.reason.code : target.fingerprints
}

const client = (deviceKey: string, ...certificateFingerprints: string[]) => ({
  deviceKey,
  computerName: `PC-${deviceKey.slice(0, 2)}`,
  certificateFingerprints,
})

function codeOf(work: () => unknown): string {
  try {
    work()
  } catch (error) {
    if (error instanceof ProblemError) return error.code
    throw error
  }
  return 'done'
}

describe('at first use', () => {
  test('a target and clients are trusted, and strangers are nobody', () => {
    const { peers } = newPlace()
    peers.apply(withTarget([print(0)]))
    expect(peers.target()).toMatchObject({ computerName: 'DISPENSARY', fingerprints: [print(0)] })
    peers.apply(
      assignmentOf({ role: 'Server', clients: [client('aa'.repeat(32), print(1)), client('bb'.repeat(32))] }),
    )
    expect(peers.target()).toBeNull()
    expect(peers.peerOf(print(1))).toEqual({
      deviceKey: 'aa'.repeat(32),
      computerName: 'PC-aa',
      fingerprints: [print(1)],
    })
    expect(peers.peerOf(print(0))).toBeNull()
    expect(peers.peerOf(random())).toBeNull()
    expect(peers.alarms()).toEqual([])
  })

  test('a target whose certificate nobody told waits, but for no person', () => {
    const { peers } = newPlace()
    peers.apply(withTarget([]))
    expect(peers.target()).toEqual({
      waitsForPerson: false,
      reason: reason('certificate_not_told', { computer: 'DISPENSARY' }),
    })
    peers.apply(withTarget([print(0)]))
    expect(targetPrints(peers)).toEqual([print(0)])
  })

  test('a certificate that two computers claim belongs to neither', () => {
    const { peers } = newPlace()
    const clients = [client('aa'.repeat(32), print(0)), client('bb'.repeat(32), print(0))]
    peers.apply(assignmentOf({ role: 'Server', clients }))
    expect(peers.peerOf(print(0))).toBeNull()
  })
})

describe('N12: a directory that swaps a fingerprint', () => {
  test(`is refused and alarmed ${SWAPS} times of ${SWAPS}, also after a restart and after an assignment without it`, () => {
    const { peers, log, again } = newPlace()
    peers.apply(withTarget([print(0)]))
    let last = peers
    for (let swap = 0; swap < SWAPS; swap += 1) {
      const lists = [[random()], [random(), random()], [print(1)]]
      const forged: Endorsement[][] = [
        [],
        [{ ...step(1, 2), fingerprint: print(1) }],
        [step(1, 2), step(2, 1)],
        [{ ...step(0, 2), fingerprint: print(1) }],
        [{ ...step(1, 0), previousFingerprint: print(0), fingerprint: print(1) }],
        [{ ...step(0, 1), signature: randomBytes(70).toString('base64') }],
      ]
      const fingerprints = lists[swap % lists.length] ?? []
      const endorsements = forged[Math.floor(swap / lists.length) % forged.length] ?? []
      if (swap % 3 === 0) last = again()
      if (swap % 5 === 0) last.apply(assignmentOf({ role: 'Client' }))
      last.apply(withTarget(fingerprints, { endorsements }))
      expect(last.target(), `swap ${swap}`).toMatchObject({ waitsForPerson: true })
      expect(last.alarms(), `swap ${swap}`).toHaveLength(1)
      for (const one of fingerprints) expect(last.peerOf(one), `swap ${swap}`).toBeNull()
    }
    expect(log().match(/"event":"peers.certificate-refused"/g)?.length).toBeGreaterThan(SWAPS / 2)
    last.apply(withTarget([print(0)]))
    expect(targetPrints(last)).toEqual([print(0)])
    expect(last.alarms()).toEqual([])
  })

  test('beside the known one is not used either', () => {
    const { peers } = newPlace()
    peers.apply(withTarget([print(0)]))
    peers.apply(withTarget([print(0), print(1)]))
    expect(targetPrints(peers)).toEqual([print(0)])
    expect(peers.peerOf(print(1))).toBeNull()
    expect(peers.alarms()).toMatchObject([
      { code: 'certificate_not_used', detail: expect.stringContaining('agent trust DISPENSARY') },
    ])
  })

  test('finds no room in a memory that is flooded with names', () => {
    const { peers } = newPlace()
    peers.apply(withTarget([print(0)]))
    for (let round = 0; round < 3; round += 1) {
      const clients = Array.from({ length: 500 }, () => client(random(), random()))
      peers.apply(assignmentOf({ role: 'Server', clients }))
    }
    expect(peers.alarms().length).toBeGreaterThan(400)
    peers.apply(withTarget([print(1)]))
    expect(peers.target()).toMatchObject({ waitsForPerson: true })
  })
})

describe('an exchange of keys', () => {
  test('is followed over the old key, and the old one vouches for nothing afterwards', () => {
    const { peers, again } = newPlace()
    peers.apply(withTarget([print(0)]))
    peers.apply(withTarget([print(0), print(1)], { endorsements: [step(0, 1)] }))
    expect(targetPrints(peers)).toEqual([print(0), print(1)])
    peers.apply(withTarget([print(1)], { endorsements: [step(0, 1)] }))
    expect(targetPrints(peers)).toEqual([print(1)])
    expect(peers.peerOf(print(0))).toBeNull()
    const later = again()
    later.apply(withTarget([print(2)], { endorsements: [step(0, 2)] }))
    expect(later.target()).toMatchObject({ waitsForPerson: true })
    later.apply(withTarget([print(0)]))
    expect(later.target()).toMatchObject({ waitsForPerson: true })
  })

  test('is followed over several steps by who was away meanwhile, in whatever order they stand', () => {
    const { peers } = newPlace()
    peers.apply(withTarget([print(0)]))
    peers.apply(withTarget([print(3)], { endorsements: [step(2, 3), step(0, 1), step(1, 2)] }))
    expect(targetPrints(peers)).toEqual([print(3)])
    expect(peers.list()).toMatchObject([
      { trusted: [{ fingerprint: print(3), how: 'endorsed' }], refused: [] },
    ])
  })

  test('in a circle ends', () => {
    const { peers } = newPlace()
    peers.apply(withTarget([print(0)]))
    peers.apply(withTarget([print(2)], { endorsements: [step(0, 1), step(1, 0)] }))
    expect(peers.target()).toMatchObject({ waitsForPerson: true })
  })
})

describe('a person on this computer', () => {
  const deviceKey = targetOf().deviceKey

  test('says yes to exactly the certificate that is named; it counts from then on, also after a restart', () => {
    const { peers, again } = newPlace()
    let changes = 0
    peers.onChange(() => (changes += 1))
    peers.apply(withTarget([print(0)]))
    peers.apply(withTarget([print(1)]))
    expect(codeOf(() => peers.confirm('ee'.repeat(32), print(1)))).toBe('not_found')
    expect(codeOf(() => peers.confirm(deviceKey, print(2)))).toBe('state_conflict')
    expect(peers.target()).toMatchObject({ waitsForPerson: true })
    expect(peers.confirm(deviceKey, print(1))).toMatchObject({ trusted: [{ how: 'confirmed' }], refused: [] })
    expect(targetPrints(peers)).toEqual([print(1)])
    expect(changes).toBe(3)
    peers.confirm(deviceKey, print(1))
    expect(changes).toBe(3)
    const later = again()
    later.apply(withTarget([print(1)]))
    expect(targetPrints(later)).toEqual([print(1)])
    later.apply(withTarget([print(0)]))
    expect(later.target()).toMatchObject({ waitsForPerson: true })
  })
})

test('an endorsement is over the text of the contract', () => {
  const text = endorsedText('a'.repeat(64), 'b'.repeat(64))
  expect(text).toBe(`label-link/1 successor ${'a'.repeat(64)} ${'b'.repeat(64)}`)
})
