// What is taken, what is refused, and who has to wait, by a manifest that is signed.
import { describe, expect, test } from 'vitest'
import { contentDigest, Manifest } from './manifest.ts'
import { judgeManifest, type JudgedBy } from './manifest-judgement.ts'

const FILES = [{ path: 'agent.mjs', bytes: 7, sha256: 'a'.repeat(64) }]
const NOW_MS = Date.UTC(2026, 10, 22)
const HOUR_MS = 3_600_000

function manifest(change: Partial<Manifest> = {}): Manifest {
  return Manifest.parse({
    product: 'pharmacy-relay-agent',
    format: 1,
    serial: 5,
    version: '1.1.0',
    platform: 'linux-x64',
    publishedAt: '2026-11-21T09:00:00.000Z',
    needs: { node: '24.0.0', launcher: 1 },
    rolloutPercent: 100,
    withdrawn: [],
    files: FILES,
    ...change,
  })
}

function judged(change: Partial<Manifest>, by: Partial<JudgedBy> = {}) {
  return judgeManifest(manifest(change), {
    running: '1.0.0',
    previous: '0.9.0',
    platform: 'linux-x64',
    node: '24.21.0',
    launcherProtocol: 1,
    installId: 'one',
    seen: { serial: 4, contents: new Map() },
    failures: [],
    nowMs: NOW_MS,
    isAsked: false,
    ...by,
  })
}

function failed(code: 'not_online' | 'left', times: number, agoMs: number): Partial<JudgedBy> {
  const at = new Date(NOW_MS - agoMs).toISOString()
  return { failures: [{ version: '1.1.0', code, at, times, detail: '' }] }
}

describe('A newer version', () => {
  test('is taken', () => expect(judged({})).toEqual({ kind: 'take' }))

  test('is taken by so many of 100 computers as its publisher says, and those of a smaller share stay in', () => {
    const installIds = Array.from({ length: 1_000 }, (_, n) => `computer ${n}`)
    const taken = (rolloutPercent: number) =>
      new Set(installIds.filter((installId) => judged({ rolloutPercent }, { installId }).kind === 'take'))
    expect(taken(0).size).toBe(0)
    expect(taken(20).size).toBeGreaterThan(150)
    expect(taken(20).size).toBeLessThan(250)
    const half = taken(50)
    expect([...taken(20)].every((one) => half.has(one))).toBe(true)
    expect(taken(100).size).toBe(1_000)
  })

  test('is taken before its turn where a person asks for it, but not once it was stopped', () => {
    expect(judged({ rolloutPercent: 1 }, { isAsked: true })).toEqual({ kind: 'take' })
    expect(judged({ rolloutPercent: 0 }, { isAsked: true })).toEqual({ kind: 'later' })
  })

  test.each([
    ['at once', failed('not_online', 1, HOUR_MS), 'nothing'],
    ['after six hours', failed('not_online', 1, 7 * HOUR_MS), 'take'],
    ['after a clock that was wrong by a year', failed('not_online', 1, -365 * 24 * HOUR_MS), 'take'],
    ['a fourth time', failed('not_online', 3, 7 * HOUR_MS), 'nothing'],
    ['a fourth time, when a person asks', { ...failed('not_online', 3, HOUR_MS), isAsked: true }, 'take'],
    ['after a person left it', failed('left', 1, 7 * HOUR_MS), 'nothing'],
  ])('that failed here is tried again %s: %o', (_when, by, kind) => {
    expect(judged({}, by).kind).toBe(kind)
  })

  test('that its publisher took back is not taken', () => {
    expect(judged({ withdrawn: ['1.1.0'] })).toEqual({ kind: 'nothing' })
  })
})

describe('The version that runs', () => {
  test('is nothing new', () => expect(judged({ version: '1.0.0' })).toEqual({ kind: 'nothing' }))

  test('is left when its publisher took it back, for a newer one where there is one', () => {
    expect(judged({ version: '1.0.0', withdrawn: ['1.0.0'] })).toEqual({ kind: 'back' })
    expect(judged({ withdrawn: ['1.0.0'] })).toEqual({ kind: 'take' })
    expect(judged({ withdrawn: ['1.0.0'] }, failed('not_online', 3, HOUR_MS))).toEqual({ kind: 'back' })
    expect(judged({ version: '1.0.0', withdrawn: ['1.0.0'] }, { previous: null })).toEqual({
      kind: 'nothing',
    })
    expect(judged({ version: '1.0.0', withdrawn: ['1.0.0', '0.9.0'] })).toEqual({ kind: 'nothing' })
  })
})

describe('Refused is', () => {
  const seen = { serial: 5, contents: new Map([['1.1.0', contentDigest(FILES)]]) }
  const other = [{ path: 'agent.mjs', bytes: 7, sha256: 'b'.repeat(64) }]

  test.each<[string, Partial<Manifest>, Partial<JudgedBy>, string]>([
    ['an older version (U08)', { version: '0.9.0' }, {}, 'older'],
    ['a manifest from before', { serial: 3 }, {}, 'older'],
    ['the same version with other files', { files: other }, { seen }, 'changed'],
    ['the version that runs with other files', { files: other }, { seen, running: '1.1.0' }, 'changed'],
    ['another platform', { platform: 'win32-x64' }, {}, 'other_platform'],
    ['what needs a newer Node', { needs: { node: '25.0.0', launcher: 1 } }, {}, 'needs_installer'],
    ['what needs a newer launcher', { needs: { node: '24.0.0', launcher: 2 } }, {}, 'needs_installer'],
  ])('%s', (_what, change, by, code) => {
    expect(judged(change, by)).toMatchObject({ kind: 'refused', code })
  })
})

describe('A manifest', () => {
  test.each(['../agent.mjs', '/etc/passwd', 'a/../../b', 'a//b', './a', 'C:\\a', 'a\\b', ''])(
    'names no file %j, which may lie elsewhere',
    (path) => expect(() => manifest({ files: [{ ...FILES[0], path }] as Manifest['files'] })).toThrow(),
  )

  test('names no file twice, in whatever case', () => {
    expect(() =>
      manifest({ files: [...FILES, { ...FILES[0], path: 'Agent.mjs' }] as Manifest['files'] }),
    ).toThrow()
  })
})
