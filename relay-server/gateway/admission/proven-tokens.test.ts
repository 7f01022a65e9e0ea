// Which tokens prove a service, for how long, and what happens when nobody can tell.
import { describe, expect, it } from 'vitest'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import type { UserRole } from '@pharmacy-relay/shared/user-role.ts'
import { serviceTokenVerifier } from './token-verifiers.ts'
import { type ProvenService, ProvenTokens } from './proven-tokens.ts'

function verifierFor(role: UserRole) {
  const caller = {
    subject: 'portal',
    role,
    name: 'Portal',
    pharmacyId: null,
    sessionId: null,
    signedInAt: null,
    deviceKey: null,
    expiresAt: new Date(5_000),
  }
  return serviceTokenVerifier({ verify: () => Promise.resolve(caller) })
}

describe('a token', () => {
  it('of a service proves it until the token ends; one of a person proves nothing', async () => {
    expect(await verifierFor('Service')('t')).toEqual({ service: 'portal', expiresAtMs: 5_000 })
    expect(await verifierFor('Admin')('t')).toBeNull()
  })

  it('that is invalid proves nothing; keys that are away are an error', async () => {
    const failing = (code: 'token_invalid' | 'unavailable') =>
      serviceTokenVerifier({ verify: () => Promise.reject(new ProblemError(code, 'x')) })('t')
    expect(await failing('token_invalid')).toBeNull()
    await expect(failing('unavailable')).rejects.toThrow('x')
  })
})

describe('remembered tokens', () => {
  function tokens(verify: () => Promise<ProvenService | null>) {
    const time = { wall: 0 }
    const failures: unknown[] = []
    const held = new ProvenTokens({
      maxRemembered: 1_000,
      verify,
      wallNowMs: () => time.wall,
      onVerifyFailure: (error) => failures.push(error),
    })
    return { held, time, failures }
  }

  it('are known until they expire', async () => {
    const { held, time } = tokens(() => Promise.resolve({ service: 'portal', expiresAtMs: 1_000 }))
    expect(held.known('t')).toBeNull()
    await held.verify('t', 'a', 0)
    time.wall = 999
    expect(held.known('t')?.service).toBe('portal')
    time.wall = 1_000
    expect(held.known('t')).toBeNull()
  })

  it('share one verification while it is under way', async () => {
    let asked = 0
    const { held } = tokens(() => {
      asked++
      return Promise.resolve({ service: 'portal', expiresAtMs: 1_000 })
    })
    await Promise.all([held.verify('t', 'a', 0), held.verify('t', 'a', 0), held.verify('t', 'b', 0)])
    expect(asked).toBe(1)
  })

  it('are not made of a failed verification, which is reported', async () => {
    const { held, failures } = tokens(() => Promise.reject(new Error('no keys')))
    expect(await held.verify('t', 'a', 0)).toBeNull()
    expect([held.known('t'), failures.length]).toEqual([null, 1])
  })

  it('are never made of an oversized one', async () => {
    const { held } = tokens(() => Promise.resolve({ service: 'portal', expiresAtMs: 1_000 }))
    expect(await held.verify('t'.repeat(5_000), 'a', 0)).toBeNull()
  })
})
