// Every way that a patient's data can take through the agent's window: what its pages ask the agent on this computer, the refused included.
import { randomUUID } from 'node:crypto'
import { PROBLEM_CODES, ProblemError } from '@pharmacy-relay/shared/problem.ts'
import type { AgentCall } from '../../../../agent/contract/agent-api.ts'
import type { CounterAgent } from '../../../kit/counter/agent.ts'

export interface WindowSent {
  /** What the pages are told of refused calls, which must not repeat what was sent. */
  readonly refused: Readonly<Record<string, string>>
  /** Answers that had the mark, as they are to. */
  readonly shown: number
  readonly labels: number
}

/** `phone`: of nobody yet, its last three digits are free. */
export async function windowPaths(
  agent: CounterAgent,
  { mark, phone, count }: { readonly mark: string; readonly phone: string; readonly count: number },
): Promise<WindowSent> {
  const talk = new WindowTalk(agent, mark)
  await agent.ask('signIn', { email: 'canary@one.example', password: 'a password of hers' })
  const patient = { name: `${mark} Window`, phone, birthYear: 1970, flags: ['pregnancy'], smsConsent: false }
  await agent.ask('findPatient', { phone })
  const { id } = await talk.shows('enterPatient', patient)
  await talk.shows('findPatient', { phone })
  const { version } = await talk.shows('patient', { patient: id })
  await talk.shows('changePatient', { ...patient, patient: id, birthYear: 1971, version })
  let labels = 0
  for (let n = 0; n < count; n += 1) if (await onePrescription(talk, { mark, patient: id, n })) labels += 1
  await talk.shows('prescriptions', { patient: id })
  await refusedPaths(talk, { mark, patient, id })
  await agent.ask('signOut', {})
  return { refused: talk.refused, shown: talk.shown, labels }
}

const typedOf = (mark: string) => ({
  drugId: null,
  drug: `${mark} 400 mg`,
  brand: `${mark} brand`,
  directions: [`${mark} in the morning`, `${mark} at night`],
  warnings: [`${mark} warning`],
  quantity: `${mark} tablets`,
  prescriber: `Dr. ${mark}`,
  language: 'de' as const,
})

/** Whether a label was printed: every fifth is cancelled instead. */
async function onePrescription(
  talk: WindowTalk,
  { mark, patient, n }: { readonly mark: string; readonly patient: string; readonly n: number },
): Promise<boolean> {
  const made = await talk.shows('enterPrescription', { ...typedOf(mark), patient, requestId: randomUUID() })
  const { id: prescription } = made
  const { version } = await talk.shows('changePrescription', {
    ...typedOf(mark),
    quantity: `${mark} 20`,
    prescription,
    version: made.version,
  })
  await talk.shows('prescription', { prescription })
  if (n % 5 === 4) {
    await talk.shows('cancelPrescription', { prescription, version })
    return false
  }
  await talk.shows('checkPack', { prescription, skippedBecause: 'no_code' })
  await talk.draws('labelPreview', { prescription })
  await talk.draws('printPrescription', { prescription, requestId: randomUUID() })
  return true
}

interface Refused {
  readonly mark: string
  readonly patient: AgentCall<'enterPatient'>
  readonly id: string
}

/** Marks in what is wrong, at the agent and at the pharmacy API. */
async function refusedPaths(talk: WindowTalk, { mark, patient, id }: Refused): Promise<void> {
  const typed = typedOf(mark)
  const nobody = randomUUID()
  await talk.refuses('enterPatient', patient)
  await talk.refuses('enterPatient', { ...patient, name: `${mark}\u202E` })
  await talk.refuses('enterPatient', { ...patient, name: mark.repeat(15) })
  await talk.refuses('enterPatient', { ...patient, name: mark.repeat(50) })
  await talk.refuses('enterPatient', { ...patient, flags: [mark] })
  await talk.refuses('enterPatient', { ...patient, phone: mark })
  await talk.refuses('findPatient', { phone: mark })
  await talk.refuses('changePatient', { ...patient, patient: id, version: 1 })
  await talk.refuses('enterPrescription', { ...typed, patient: nobody, requestId: randomUUID() })
  await talk.refuses('enterPrescription', { ...typed, patient: mark, requestId: randomUUID() })
  await talk.refuses('enterPrescription', {
    ...typed,
    patient: id,
    requestId: randomUUID(),
    directions: [mark.repeat(20)],
  })
  await talk.refuses('changePrescription', { ...typed, prescription: nobody, version: 1 })
  await talk.refuses('findPack', { scan: mark })
  await talk.refuses('checkPack', { prescription: nobody, scan: mark })
}

const MOST_TRIES = 12

type Method =
  | ('findPatient' | 'enterPatient' | 'patient' | 'changePatient' | 'prescriptions' | 'prescription')
  | ('enterPrescription' | 'changePrescription' | 'cancelPrescription' | 'checkPack' | 'findPack')

class WindowTalk {
  readonly agent: CounterAgent
  readonly #mark: string
  readonly refused: Record<string, string> = {}
  shown = 0

  constructor(agent: CounterAgent, mark: string) {
    this.agent = agent
    this.#mark = mark
  }

  /** Throws for an answer without the mark: it did not go through. */
  async shows<M extends Method>(method: M, params: AgentCall<M>) {
    const answer = await this.agent.ask(method, params)
    if (!JSON.stringify(answer).includes(this.#mark)) throw new Error(`${method} did not show what was sent`)
    this.shown += 1
    return answer
  }

  /** The first label starts what draws, which takes long on a busy computer; asked again, it makes no second label. */
  async draws<M extends 'labelPreview' | 'printPrescription'>(
    method: M,
    params: AgentCall<M>,
    tries = MOST_TRIES,
  ): Promise<void> {
    try {
      await this.agent.ask(method, params)
    } catch (error) {
      const isLate = error instanceof ProblemError && PROBLEM_CODES[error.code].retry === 'retry'
      if (!isLate || tries === 1) throw error
      await this.draws(method, params, tries - 1)
    }
  }

  /** Throws for a call that is not refused. */
  async refuses<M extends Method>(method: M, params: AgentCall<M>): Promise<void> {
    const said = await this.agent.ask(method, params).then(
      () => null,
      (error: unknown) => error,
    )
    if (!(said instanceof ProblemError)) throw new Error(`${method} was not refused: ${String(said)}`)
    const { code, message, errors, reason } = said
    this.refused[`refusal ${Object.keys(this.refused).length + 1} of the window's ${method}`] =
      JSON.stringify([code, message, errors, reason])
  }
}
