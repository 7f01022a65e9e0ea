// Pairs the service that was just installed, with the code that came with the installation, and says what became of it.
//
// By now the service runs, and whatever is wrong with the code it goes on: labels of this computer's own programs wait in
// it meanwhile. The code is brought once, and stands in no answer, log or file.
import { setTimeout as delay } from 'node:timers/promises'
import { NEEDS_PAIRING, PairingCode, type PairingAnswer } from '@pharmacy-relay/shared/pairing.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { askAgent } from '../contract/socket-client.ts'

export interface Pairing {
  /** As a person or an installer gave it. */
  readonly code: string
  /** Null: the one of the settings. */
  readonly hubUrl: string | null
}

export interface InstallPairing {
  /** Null: it belonged to a pharmacy before, and the code was not brought. */
  readonly answer: PairingAnswer | null
  readonly remarks: readonly string[]
}

interface Agent {
  readonly controlSocket: string
  /** How its command line is called here. */
  readonly command: string
}

/** Of a computer that was paired before: until its hub said whether it still lets it in. */
const KNOWN_LIMIT_MS = 15_000
const ASK_EVERY_MS = 250

/**
 * A computer that is in a pharmacy stays there, so that the same installation may be done again. Throws ProblemError as
 * the agent refuses the code, invalid for a text that is none; its words say that the service runs and what to do.
 */
export async function pairInstalled(pairing: Pairing, agent: Agent): Promise<InstallPairing> {
  const { hubUrl } = pairing
  const retry = `${agent.command} pair CODE${hubUrl === null ? '' : ` --hub ${hubUrl}`}`
  try {
    const pharmacy = await pharmacyBefore(agent.controlSocket)
    if (pharmacy !== null) {
      const text = `This computer is paired with ${pharmacy} already; the pairing code was not used. To pair it anew: ${retry} --again`
      return { answer: null, remarks: [text] }
    }
    const code = codeOf(pairing.code)
    return {
      answer: await askAgent(agent.controlSocket, 'pair', { code, hubUrl, again: false }),
      remarks: [],
    }
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    const text = `The service is installed and runs, but this computer was not paired.\n${why}\nThen pair it in the window of Pharmacy Relay, or with: ${retry}`
    throw new ProblemError(error instanceof ProblemError ? error.code : 'unavailable', text, {
      cause: error,
    })
  }
}

/** Null: it is in none, or its hub says that only a code lets it in again. */
async function pharmacyBefore(controlSocket: string): Promise<string | null> {
  const limit = performance.now() + KNOWN_LIMIT_MS
  for (;;) {
    const { pharmacyName, hub } = await askAgent(controlSocket, 'status', null)
    if (hub.state === 'refused' && NEEDS_PAIRING.has(hub.code)) return null
    // An agent answers before it has begun to connect.
    const isOpen = hub.state === 'off' || hub.state === 'connecting'
    if (pharmacyName === null || !isOpen || performance.now() > limit) return pharmacyName
    await delay(ASK_EVERY_MS)
  }
}

function codeOf(text: string): string {
  const code = PairingCode.safeParse(text)
  if (code.success) return code.data
  const form = 'eight letters, none of them A, E, I, O, U or Y, such as BCDF-GHJK'
  throw new ProblemError('invalid', `What was given is no pairing code: one has ${form}.`)
}
