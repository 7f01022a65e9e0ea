// For tests: pairing codes and who gets in, over memory, with the rules of the store API.
import type { EndpointHandlers } from '@pharmacy-relay/relay-server/http/endpoint-router.ts'
import {
  MAX_OPEN_PAIRING_CODES,
  type CustomerDetail,
  type PairingCodeOutcome,
  type RelayComputer,
  type CodeSms,
  type PairingCodeRequest,
} from '@pharmacy-relay/shared/api/relay-panel.ts'
import type { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import { PAIRING_CODE_MS } from '@pharmacy-relay/shared/pairing.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'

type ComputerHandlers = Pick<
  EndpointHandlers<typeof storeApi>,
  | 'makePairingCode'
  | 'getPairingCode'
  | 'withdrawPairingCodes'
  | 'approveComputer'
  | 'revokeComputer'
  | 'restoreComputer'
  | 'removeComputer'
  | 'renameComputer'
  | 'moveComputer'
  | 'newIdentity'
>

interface Ids {
  readonly customerId: number
  readonly computerId: number
}

export class MemoryComputers {
  /** What becomes of text messages with a code. */
  sms: CodeSms = 'sent'
  readonly #customers: CustomerDetail[]
  /** Every code that was made. */
  readonly codes: string[] = []
  /** What became of codes that are not open any more, by id. */
  readonly codeOutcomes = new Map<number, PairingCodeOutcome>()
  /** Computers that fit into a pharmacy. */
  room = 500

  constructor(customers: CustomerDetail[]) {
    this.#customers = customers
  }

  handlers(): ComputerHandlers {
    return {
      makePairingCode: async ({ params, body }) => this.#make(this.#customer(params.customerId), body),
      getPairingCode: async ({ params }) => {
        const outcome = this.codeOutcomes.get(params.codeId)
        if (outcome === undefined)
          throw new ProblemError('not_found', 'There is no such pairing code any more')
        return outcome
      },
      withdrawPairingCodes: async ({ params }) =>
        Object.assign(this.#customer(params.customerId), { pairingCodes: [] }),
      approveComputer: async ({ params }) => this.#approve(params),
      revokeComputer: async ({ params }) => {
        const { customer, computer } = this.#find(params)
        computer.access = 'revoked'
        return customer
      },
      restoreComputer: async ({ params }) => {
        const { customer, computer } = this.#find(params)
        if (computer.access === 'waiting') throw new ProblemError('state_conflict', 'It waits for approval')
        computer.access = 'approved'
        return customer
      },
      removeComputer: async ({ params }) => this.#take(params).customer,
      renameComputer: async ({ params, body }) => {
        const { customer, computer } = this.#find(params)
        computer.displayName = body.displayName
        return customer
      },
      moveComputer: async ({ params, body }) => {
        const target = this.#customer(body.customerId)
        if (target.computers.length >= this.room)
          throw new ProblemError('state_conflict', 'The pharmacy is full')
        const { customer, computer } = this.#take(params)
        target.computers.push(Object.assign(computer, { role: 0, printerComputerName: null }))
        return customer
      },
      newIdentity: async ({ params, body }) => {
        const { customer, computer } = this.#find(params)
        const side = computer.conflict?.sides.find(({ bootId }) => bootId === body.bootId)
        if (side === undefined) throw new ProblemError('state_conflict', 'There are no two of it any more')
        side.isLeaving = true
        return customer
      },
    }
  }

  #make(customer: CustomerDetail, { needsApproval, sms }: PairingCodeRequest) {
    if (customer.pairingCodes.length >= MAX_OPEN_PAIRING_CODES)
      throw new ProblemError('state_conflict', 'This pharmacy has too many open pairing codes')
    const id = this.codes.length + 1
    const code = `BCDFGHJ${'KLMNPQRSTVWXZ'[this.codes.length % 13]}`
    const expiresAt = new Date(Date.now() + PAIRING_CODE_MS).toISOString()
    this.codes.push(code)
    customer.pairingCodes.push({ id, expiresAt, needsApproval })
    const made = { id, customerId: customer.id, code, expiresAt }
    return sms === undefined ? made : { ...made, sms: this.sms }
  }

  /** Who is in already stays in. */
  #approve(ids: Ids): CustomerDetail {
    const { customer, computer } = this.#find(ids)
    if (computer.access === 'revoked') throw new ProblemError('state_conflict', 'Its access was withdrawn')
    computer.access = 'approved'
    return customer
  }

  #take(ids: Ids): { readonly customer: CustomerDetail; readonly computer: RelayComputer } {
    const found = this.#find(ids)
    const { computers } = found.customer
    computers.splice(computers.indexOf(found.computer), 1)
    return found
  }

  #customer(id: number): CustomerDetail {
    const customer = this.#customers.find((one) => one.id === id)
    if (customer === undefined) throw new ProblemError('not_found', 'There is no such pharmacy')
    return customer
  }

  #find({ customerId, computerId }: Ids) {
    const customer = this.#customer(customerId)
    const computer = customer.computers.find(({ id }) => id === computerId)
    if (computer === undefined) throw new ProblemError('not_found', 'There is no such computer')
    return { customer, computer }
  }
}
