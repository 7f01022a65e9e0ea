// What a sentence about the machine is, and how a line of shell in it decides whether it holds.
import type { Answer, Debian } from './debian.ts'

export interface Sentence {
  readonly text: string
  /** Null: it holds; else what was seen. */
  readonly fault: string | null
}

export type Tell = (sentence: Sentence) => void
/** True when the answer is as promised. */
export type Judge = (answer: Answer) => boolean
/** Answers with what the script printed. */
export type Check = (text: string, script: string, judge: Judge) => Promise<string>

const SHOWN_CHARACTERS = 2_000

/** Ends with 0 as soon as all programs are ready; else it is said after two minutes how they are. */
export const READY =
  'for try in $(seq 240); do relayctl status >/dev/null && break; sleep 0.5; done; relayctl status'

export const isDone: Judge = ({ code }) => code === 0

export const says =
  (pattern: RegExp): Judge =>
  ({ output }) =>
    pattern.test(output)

/** By SIGKILL, one after the other. */
export async function killEach(check: Check, programs: readonly string[]): Promise<void> {
  for (const name of programs) {
    const pid = `systemctl show -P MainPID pharmacy-relay@${name}`
    const script = `before=$(${pid}); kill -9 $before; sleep 1; ${READY} && [ $(${pid}) != $before ]`
    await check(`${name} is killed and back by itself`, script, isDone)
  }
}

export function checking(debian: Debian, tell: Tell): Check {
  return async (text, script, judge) => {
    const answer = await debian.run(script)
    const seen = `code ${answer.code}: ${answer.output.slice(-SHOWN_CHARACTERS).trim()}`
    tell({ text, fault: judge(answer) ? null : seen })
    return answer.output
  }
}
