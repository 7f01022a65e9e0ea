// Who stays and who is refused while two starts with one identity take turns.
import { describe, expect, test } from 'vitest'
import { judgeIdentity, type Seen, type Side, type Standing } from './identity-decisions.ts'

const seen = (bootId: string, changes: Partial<Seen> = {}): Seen => ({
  bootId,
  pcName: 'PC-1',
  localIpAddress: '10.0.0.1',
  publicIpAddress: '203.0.113.1',
  softwareVersion: '1.0.0',
  ...changes,
})
const side = (bootId: string, isIn: boolean, changes: Partial<Side> = {}): Side => ({
  ...seen(bootId),
  isIn,
  isLeaving: false,
  ...changes,
})
const judge = (asking: Seen, standing: Partial<Standing>) =>
  judgeIdentity(asking, seen(''), { openings: [], present: null, sides: [], ...standing })

const TURNS = ['A', 'B', 'A', 'B'].map((bootId, index) => ({ bootId, ageMs: 20_000 - index * 5_000 }))

describe('the fourth takeover', () => {
  test('is refused: who is connected stays, and both stand in the conflict', () => {
    const verdict = judge(seen('A', { pcName: 'COPY' }), { openings: TURNS, present: 'B' })
    expect(verdict).toMatchObject({
      kind: 'refused',
      sides: [
        { bootId: 'B', pcName: 'PC-1', isIn: true },
        { bootId: 'A', pcName: 'COPY', isIn: false },
      ],
    })
  })

  test('by who finds nobody connected is let in', () => {
    const verdict = judge(seen('A'), { openings: TURNS })
    expect(verdict).toMatchObject({
      kind: 'in',
      sides: [
        { bootId: 'B', isIn: false },
        { bootId: 'A', isIn: true },
      ],
    })
  })

  test('needs three before it', () => {
    expect(judge(seen('B'), { openings: TURNS.slice(0, 3), present: 'A' })).toEqual({
      kind: 'in',
      sides: null,
    })
  })
})

describe('within a conflict', () => {
  const sides = [side('A', true), side('B', false, { localIpAddress: '10.0.0.2' })]

  test('the side that is in comes and goes as it likes', () => {
    expect(judge(seen('A'), { sides, present: 'A' }).kind).toBe('in')
    expect(judge(seen('A'), { sides }).kind).toBe('in')
  })

  test('the other is refused while somebody is connected, and else takes the place', () => {
    const other = seen('B', { localIpAddress: '10.0.0.2' })
    expect(judge(other, { sides, present: 'A' })).toMatchObject({ kind: 'refused' })
    expect(judge(other, { sides })).toMatchObject({
      kind: 'in',
      sides: [
        { bootId: 'A', isIn: false },
        { bootId: 'B', isIn: true },
      ],
    })
  })

  test('a side that was restarted is known by its names and addresses', () => {
    expect(judge(seen('C'), { sides, present: 'A' })).toMatchObject({
      kind: 'in',
      sides: [{ bootId: 'B' }, { bootId: 'C', isIn: true }],
    })
    const restarted = seen('D', { localIpAddress: '10.0.0.2' })
    expect(judge(restarted, { sides, present: 'A' })).toMatchObject({
      kind: 'refused',
      sides: [
        { bootId: 'A', isIn: true },
        { bootId: 'D', isIn: false },
      ],
    })
  })

  test('who is told to leave leaves, whoever is connected, and stays told when it was restarted', () => {
    const leaving = [side('A', true), side('B', false, { localIpAddress: '10.0.0.2', isLeaving: true })]
    for (const bootId of ['B', 'E']) {
      const verdict = judge(seen(bootId, { localIpAddress: '10.0.0.2' }), { sides: leaving, present: 'A' })
      expect(verdict).toMatchObject({
        kind: 'leaving',
        sides: [{ bootId: 'A' }, { bootId, isLeaving: true }],
      })
    }
  })
})
