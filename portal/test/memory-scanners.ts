// For tests: pairing and scans of the pharmacy API, over memory: one workplace, one code.
import type { ScannerVerifier } from '@pharmacy-relay/relay-server/auth/scanner-caller.ts'
import type { EndpointHandlers } from '@pharmacy-relay/relay-server/http/endpoint-router.ts'
import { pharmacyApi } from '@pharmacy-relay/shared/api/pharmacy-api.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'

const { pairScanner, postScan, forgetScanner } = pharmacyApi
export const memoryScannersApi = { pairScanner, postScan, forgetScanner }

export class MemoryScanners {
  /** The one on the workplace's screen; good once. */
  code: string | null = 'BCDFGHJK'
  readonly workplace = 'COUNTER-1'
  isSignedIn = true
  /** Of scanners that are paired, in the order of their pairing. */
  readonly tokens: string[] = []
  readonly scans: string[] = []
  /** What pairing was asked with. */
  readonly asked: { readonly name: string; readonly token: string | null }[] = []
  #made = 0

  readonly verifier: ScannerVerifier = {
    verify: (token) =>
      this.tokens.includes(token)
        ? Promise.resolve({ scannerId: this.tokens.indexOf(token), pharmacyId: 1 })
        : Promise.reject(new ProblemError('token_invalid', 'This scanner is not paired any more')),
  }

  handlers(): EndpointHandlers<typeof memoryScannersApi> {
    return {
      pairScanner: async ({ body: { code, name, token: before } }) => {
        this.asked.push({ name, token: before })
        if (code !== this.code) throw new ProblemError('not_found', 'This code is wrong')
        this.code = null
        this.#made += 1
        const token = String(this.#made).padStart(43, 't')
        this.tokens.push(token)
        return { token, pairId: this.#made, workplace: this.workplace }
      },
      postScan: async ({ body: { scan } }) => {
        if (!this.isSignedIn) throw new ProblemError('device_offline', 'Nobody is signed in')
        this.scans.push(scan)
        return { taken: true }
      },
      forgetScanner: async ({ caller }) => {
        this.tokens.splice(caller.scannerId, 1)
        return null
      },
    }
  }
}
