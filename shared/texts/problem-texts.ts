// What a language must have of every failure.
import type { ProblemCode } from '../problem.ts'

/** A failure in words: what happened, and what the reader can do about it. */
interface ProblemText {
  readonly title: string
  readonly advice: string
}

export type ProblemTexts = Readonly<Record<ProblemCode, ProblemText>>
