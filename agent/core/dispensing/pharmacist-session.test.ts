// Who is signed in at a computer, and what ends it; time is stepped, identity is a table of answers.
import { describe, expect, test } from 'vitest'
import type { SignInReply } from '@pharmacy-relay/shared/api/identity-user.ts'
import { silentLogger } from '@pharmacy-relay/shared/logger.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { SteppedClock } from '@pharmacy-relay/shared/test/stepped-clock.ts'
import { IDLE_MS } from '../../contract/dispensing.ts'
import { SignedInPharmacist } from './pharmacist-session.ts'

const GUID = '0190a000-0000-7000-8000-000000000001'
const PIA = { email: 'pia@one.example', password: 'a password of hers' }

function scene({ reply }: { readonly reply?: (nowMs: number) => Promise<SignInReply> } = {}) {
  const clock = new SteppedClock()
  const ended: string[] = []
  let place: number | null = 1
  let isOver = false
  let refreshes = 0
  const tokensAt = (nowMs: number, n: number) => ({
    accessToken: `access-${n}`,
    accessExpiresAt: new Date(nowMs + 600_000).toISOString(),
    refreshToken: `refresh-${n}`,
    refreshExpiresAt: new Date(nowMs + 86_400_000).toISOString(),
  })
  const full = async (nowMs: number): Promise<SignInReply> => ({
    user: { guid: GUID, email: PIA.email, name: 'Pia', role: 'Pharmacist', pharmacyId: 1, isActive: true },
    tokens: tokensAt(nowMs, 0),
    knownDevice: 'known',
  })
  const session = new SignedInPharmacist({
    identity: {
      signIn: async () => (reply ?? full)(clock.wallMs()),
      finish: async () => full(clock.wallMs()),
      refresh: async () => (isOver ? null : tokensAt(clock.wallMs(), (refreshes += 1))),
      signOut: async (token) => void ended.push(token),
    },
    pharmacyId: () => place,
    clock,
    logger: silentLogger,
  })
  return {
    clock,
    session,
    ended,
    full,
    setPlace: (id: number | null) => void (place = id),
    endElsewhere: () => void (isOver = true),
  }
}

const pending =
  (ways: ('app' | 'passkey' | 'recovery')[]) =>
  async (nowMs: number): Promise<SignInReply> => ({
    pending: { token: 'p'.repeat(43), expiresAt: new Date(nowMs + 300_000).toISOString(), ways },
  })

describe('A pharmacist at a computer', () => {
  test('is signed in for the user of the computer who signed in, and for nobody else', async () => {
    const { session } = scene()
    await session.signIn('user 1', PIA)
    expect(session.view('user 1')).toMatchObject({ state: 'signed_in', name: 'Pia', email: PIA.email })
    expect(session.view('user 2')).toEqual({ state: 'signed_out', because: null })
    await expect(session.token('user 2')).rejects.toMatchObject({ reason: { code: 'not_signed_in' } })
    expect(await session.token('user 1')).toBe('access-0')
    expect(JSON.stringify(session.view('user 1'))).not.toContain('access-0')
  })

  test('gives a code where one is asked for, within its five minutes', async () => {
    const { session, clock } = scene({ reply: pending(['passkey', 'app', 'recovery']) })
    await session.signIn('me', PIA)
    expect(session.view('me')).toMatchObject({ state: 'code_needed', hasApp: true })
    await expect(session.finish('you', '123456')).rejects.toMatchObject({ reason: { code: 'sign_in_over' } })
    await session.finish('me', '123456')
    expect(session.view('me').state).toBe('signed_in')
    await session.signIn('me', PIA)
    clock.stepMs(300_001)
    expect(session.view('me')).toEqual({ state: 'signed_out', because: 'idle' })
  })

  test('is out after ten minutes without doing anything, however often the window asks who is signed in', async () => {
    const { session, clock, ended } = scene()
    await session.signIn('me', PIA)
    clock.stepMs(IDLE_MS - 1_000)
    session.used('me')
    for (let minute = 0; minute < 9; minute += 1) {
      clock.stepMs(60_000)
      expect(session.view('me').state).toBe('signed_in')
    }
    clock.stepMs(60_000)
    expect(session.view('me')).toEqual({ state: 'signed_out', because: 'idle' })
    expect(ended).toHaveLength(1)
  })

  test('H17 is out within half a second after the computer was revoked or moved, asked or not', async () => {
    const { session, clock, setPlace, ended } = scene()
    for (const place of [null, 2]) {
      setPlace(1)
      await session.signIn('me', PIA)
      setPlace(place)
      clock.stepMs(500)
      expect(ended.length).toBeGreaterThan(place === null ? 0 : 1)
      expect(session.view('me')).toEqual({ state: 'signed_out', because: 'computer' })
    }
  })

  test('has a token that is exchanged before its end, once for all who ask at the time', async () => {
    const { session, clock, endElsewhere } = scene()
    await session.signIn('me', PIA)
    clock.stepMs(541_000)
    expect(await Promise.all([session.token('me'), session.token('me')])).toEqual(['access-1', 'access-1'])
    clock.stepMs(541_000)
    endElsewhere()
    await expect(session.token('me')).rejects.toMatchObject({ reason: { code: 'not_signed_in' } })
    expect(session.view('me')).toEqual({ state: 'signed_out', because: 'account' })
  })

  test('whose sign-in is answered after he left is not in, and that session ends at identity', async () => {
    const late = Promise.withResolvers<SignInReply>()
    const { session, ended, full, clock } = scene({ reply: async () => late.promise })
    const signingIn = session.signIn('me', PIA)
    session.end('lock')
    late.resolve(await full(clock.wallMs()))
    await expect(signingIn).rejects.toBeInstanceOf(ProblemError)
    expect(session.view('me').state).toBe('signed_out')
    expect(ended).toEqual(['refresh-0'])
  })

  test('is not signed in at a computer of no pharmacy', async () => {
    const { session, setPlace } = scene()
    setPlace(null)
    await expect(session.signIn('me', PIA)).rejects.toMatchObject({ reason: { code: 'not_paired' } })
  })
})
