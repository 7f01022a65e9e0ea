// For tests: passkeys of an identity API over memory. A credential's id is the guid of its user; no signature is checked.
import type { EndpointHandlers } from '@pharmacy-relay/relay-server/http/endpoint-router.ts'
import type { passkeysApi, Passkey } from '@pharmacy-relay/shared/api/identity-passkeys.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { reason } from '@pharmacy-relay/shared/reasons/make-reason.ts'

type Own = 'listPasskeys' | 'beginPasskey' | 'addPasskey' | 'namePasskey' | 'removePasskey'

export const PASSKEY_OPTIONS = { challenge: 'Y2hhbGxlbmdl', rpId: 'localhost', allowCredentials: [] }

export class MemoryPasskeys {
  /** Of everybody. */
  passkeys: Passkey[] = []
  /** What every change is refused with. */
  refuse: ProblemError | null = null

  handlers(): Pick<EndpointHandlers<typeof passkeysApi>, Own> {
    return {
      listPasskeys: async () => ({
        passkeys: this.passkeys,
        warning: this.passkeys.length === 1 ? reason('passkey_alone', {}) : null,
      }),
      beginPasskey: async () => {
        if (this.refuse !== null) throw this.refuse
        return { options: PASSKEY_OPTIONS }
      },
      addPasskey: async ({ body }) => {
        const passkey = passkeyOf(this.passkeys.length + 1, body.name)
        this.passkeys = [...this.passkeys, passkey]
        return { passkey, recoveryCodes: this.passkeys.length === 1 ? ['ABCDE-00000'] : [] }
      },
      namePasskey: async ({ params, body }) => {
        const found = this.#find(params.passkeyId)
        Object.assign(found, body)
        return found
      },
      removePasskey: async ({ params }) => {
        const found = this.#find(params.passkeyId)
        if (this.refuse !== null) throw this.refuse
        this.passkeys = this.passkeys.filter((passkey) => passkey !== found)
        return null
      },
    }
  }

  #find(id: number): Passkey {
    const found = this.passkeys.find((passkey) => passkey.id === id)
    if (found === undefined) throw new ProblemError('not_found', 'You have no such passkey')
    return found
  }
}

function passkeyOf(id: number, name: string): Passkey {
  return { id, name, createdAt: '2026-01-01T08:00:00.000Z', lastUsedAt: null, isBackedUp: false }
}
