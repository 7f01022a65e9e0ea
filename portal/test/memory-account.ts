// For tests: what the identity API knows of accounts beside their sign-ins, over memory: links, second factors, sessions.
import { randomUUID } from 'node:crypto'
import type { EndpointHandlers } from '@pharmacy-relay/relay-server/http/endpoint-router.ts'
import type { UserSession } from '@pharmacy-relay/shared/api/identity-account.ts'
import { identityApi } from '@pharmacy-relay/shared/api/identity-api.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { reason } from '@pharmacy-relay/shared/reasons/make-reason.ts'
import type { Reason } from '@pharmacy-relay/shared/reasons/reason.ts'

const { askPasswordLink, checkPasswordLink, usePasswordLink, confirmEmailChange, askEmailChange } =
  identityApi
const { changePassword, listSessions, endSession, endOtherSessions } = identityApi
const { getSecondFactor, beginTotp, activateTotp, makeRecoveryCodes } = identityApi
export const memoryAccountApi = {
  askPasswordLink,
  checkPasswordLink,
  usePasswordLink,
  confirmEmailChange,
  askEmailChange,
  changePassword,
  listSessions,
  endSession,
  endOtherSessions,
  getSecondFactor,
  beginTotp,
  activateTotp,
  makeRecoveryCodes,
}
type Handlers = EndpointHandlers<typeof memoryAccountApi>

export const PASSWORD = 'correct horse battery'
/** The code that is right for who has a second factor, and for who sets one up. */
export const CODE = '123456'
export const RECOVERY_CODES = Array.from({ length: 10 }, (_, at) => `ABCDE-0000${at}`)

export class MemoryAccount {
  /** Links that are still good. */
  readonly goodLinks = new Set<string>()
  /** Who asked for a link. */
  readonly askedLinks: string[] = []
  /** Addresses that somebody asked to change to. */
  readonly askedEmails: string[] = []
  /** Whose sign-ins ask for a code, by guid. */
  readonly withFactor = new Set<string>()
  /** Since when everybody can sign in; null for an identity that does not say it. */
  couldSignInSince: string | null = null
  /** The sessions that everybody is shown. */
  sessions: UserSession[] = [sessionOf({ isCurrent: true }), sessionOf({ agent: 'Other/1.0' })]

  hasFactor(guid: string): boolean {
    return this.withFactor.has(guid)
  }

  handlers(): Handlers {
    return { ...this.#links(), ...this.#factors(), ...this.#sessions() }
  }

  #links() {
    const take = (token: string): void => {
      if (!this.goodLinks.delete(token)) throw new ProblemError('state_conflict', reason('link_over', {}))
    }
    return {
      askPasswordLink: async ({ body }) => {
        this.askedLinks.push(body.email)
        return null
      },
      checkPasswordLink: async ({ body }) => ({ isGood: this.goodLinks.has(body.token) }),
      usePasswordLink: async ({ body }) => {
        refuseShort(body.newPassword)
        take(body.token)
        return null
      },
      confirmEmailChange: async ({ body }) => {
        take(body.token)
        return { isDone: this.goodLinks.size === 0 }
      },
      askEmailChange: async ({ body }) => {
        this.askedEmails.push(body.email)
        return null
      },
    } satisfies Partial<Handlers>
  }

  #factors() {
    return {
      getSecondFactor: async ({ caller }) => {
        const activeSince = this.hasFactor(caller.subject) ? '2026-01-01T00:00:00.000Z' : null
        const since = this.couldSignInSince
        return {
          activeSince,
          recoveryCodesLeft: activeSince === null ? 0 : 10,
          ...(since === null ? {} : { couldSignInSince: since }),
        }
      },
      beginTotp: async () => ({
        secret: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ',
        uri: 'otpauth://totp/Pharmacy%20Relay?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ',
      }),
      activateTotp: async ({ body, caller }) => {
        if (body.code !== CODE) throw wrongCode(body.code)
        this.withFactor.add(caller.subject)
        return { recoveryCodes: RECOVERY_CODES }
      },
      makeRecoveryCodes: async ({ body }) => {
        if (body.code !== CODE) throw wrongCode(body.code)
        return { recoveryCodes: RECOVERY_CODES }
      },
    } satisfies Partial<Handlers>
  }

  #sessions() {
    return {
      changePassword: async ({ body }) => {
        if (body.oldPassword !== PASSWORD) throw wrongPassword('body.oldPassword')
        refuseShort(body.newPassword)
        this.sessions = this.sessions.filter(({ isCurrent }) => isCurrent)
        return null
      },
      listSessions: async () => ({ sessions: this.sessions }),
      endSession: async ({ params }) => {
        this.sessions = this.sessions.filter(({ id }) => id !== params.sessionId)
        return null
      },
      endOtherSessions: async () => {
        const ended = this.sessions.filter(({ isCurrent }) => !isCurrent).length
        this.sessions = this.sessions.filter(({ isCurrent }) => isCurrent)
        return { ended }
      },
    } satisfies Partial<Handlers>
  }
}

function sessionOf(changes: Partial<UserSession>): UserSession {
  return {
    id: randomUUID(),
    kind: 'panel',
    agent: 'Browser/1.0',
    address: '203.0.113.7',
    createdAt: '2026-01-01T08:00:00.000Z',
    lastUsedAt: '2026-01-01T09:00:00.000Z',
    isCurrent: false,
    ...changes,
  }
}

function refuseShort(password: string): void {
  if (password.length < 12) throw refusedAt('body.newPassword', reason('password_too_short', { min: 12 }))
}

export function wrongPassword(path: string): ProblemError {
  return refusedAt(path, reason('password_old_wrong', {}))
}

/** `SLOW00` stands for a right code of three minutes ago. */
export function wrongCode(code: string): ProblemError {
  const isSlow = code === 'SLOW00'
  return refusedAt('body.code', isSlow ? reason('code_clock_off', { off: 180 }) : reason('code_wrong', {}))
}

function refusedAt(path: string, fault: Reason): ProblemError {
  return new ProblemError('invalid', fault, { errors: [{ path, message: fault.detail }] })
}
