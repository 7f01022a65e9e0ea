// Says one input of a hostile hub to its client, and gathers what is wrong with how that took it.
import type { ClientInput } from './client-inputs.ts'
import { spokenOf, type Spoken } from '../fuzz-run.ts'
import type { HubLine } from './hostile-hub.ts'

export interface ClientSpeech {
  readonly number: number
  readonly input: ClientInput
  readonly limitMs: number
  /** Called before the first word. */
  readonly before?: () => void
  /** What else is wrong, once it was said. */
  readonly after?: () => Promise<readonly string[]>
}

/** `lineAt`: the client's connection, as far as that. */
export async function spokenToClient(
  { number, input, limitMs, before, after }: ClientSpeech,
  lineAt: (stage: ClientInput['stage']) => Promise<HubLine>,
): Promise<Spoken> {
  const { kind, stage, frames } = input
  const faults: string[] = []
  try {
    const line = await lineAt(stage)
    before?.()
    line.say(frames, input.wrongAnswers)
    // Nobody who was not let in answers.
    const late = input.mayWait || stage === 'upgraded' ? null : await line.answersOrEnds(limitMs)
    if (input.mayWait) line.end()
    const internal = line.heard.splice(0).filter((text) => text.includes('"code":"INTERNAL"'))
    faults.push(...(late === null ? [] : [late]), ...internal, ...((await after?.()) ?? []))
  } catch (error) {
    faults.push(String(error))
  }
  return spokenOf({ number, kind, to: stage, isReal: stage === 'registered', pieces: frames }, faults)
}
