// What a new password must be: its length and characters, then hard to guess, then in no list of stolen ones.
import type { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { PASSWORD_MAX, PASSWORD_MIN } from '@pharmacy-relay/shared/api/passwords.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { reason } from '@pharmacy-relay/shared/reasons/make-reason.ts'
import type { Reason } from '@pharmacy-relay/shared/reasons/reason.ts'
import type { BreachedPasswords } from './breached-passwords.ts'

/** Whose password it will be: a new one must not be made of this. */
export interface PasswordOwner {
  readonly name: string
  readonly email: string
}

export interface PasswordRules {
  /** Throws ProblemError `invalid` with the reason. `field` is where the password stood: `body.newPassword`. */
  accept(password: string, owner: PasswordOwner, field: string): Promise<void>
}

/** Of zxcvbn's 0 to 4: 3 stands for 10^8 guesses and more. */
const SCORE_MIN = 3
/** Letters and digits that a password has beside its owner's words. */
const BESIDE_OWN_WORDS_MIN = 6
const OWN_WORD_MIN = 3
const OWN_WORDS_MAX = 20

export function createPasswordRules(breached: BreachedPasswords | null): PasswordRules {
  let guesses: Promise<ZxcvbnFactory> | null = null
  const judge = async (password: string, owner: PasswordOwner): Promise<Reason | null> => {
    const form = judgeForm(password)
    if (form !== null) return form
    const words = ownWords(owner)
    if (besideOwnWords(password, words) < BESIDE_OWN_WORDS_MIN) return reason('password_own_words', {})
    guesses ??= loadGuesses()
    if ((await guesses).check(password.normalize('NFC'), words).score < SCORE_MIN)
      return reason('password_guessable', {})
    return (await breached?.has(password)) === true ? reason('password_breached', {}) : null
  }
  return {
    accept: async (password, owner, field) => {
      const fault = await judge(password, owner)
      if (fault !== null) throw passwordRefusal(fault, field)
    },
  }
}

/** The refusal of a password that somebody gave, at the field that it stood in. */
export function passwordRefusal(fault: Reason, field: string): ProblemError {
  return new ProblemError('invalid', fault, { errors: [{ path: field, message: fault.detail }] })
}

/** Null when length and characters are right. Cheap: it stands before everything that takes longer with every character. */
export function judgeForm(password: string): Reason | null {
  const characters = Array.from(password.normalize('NFC')).length
  if (characters < PASSWORD_MIN) return reason('password_too_short', { min: PASSWORD_MIN })
  if (characters > PASSWORD_MAX) return reason('password_too_long', { max: PASSWORD_MAX })
  // Half a surrogate pair would become the same replacement character as any other half.
  return /\p{Cc}/u.test(password) || !password.isWellFormed() ? reason('password_characters', {}) : null
}

/** 13 MB and some 100 ms: only a process in which somebody chooses a password has them. */
async function loadGuesses(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ])
  return new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs })
}

/** Words of name and address; the domain of a pharmacy's address has the pharmacy's name as a rule. */
function ownWords({ name, email }: PasswordOwner): string[] {
  const words = `${name} ${email} pharmacy relay`.toLowerCase().split(/[^\p{L}\p{N}]+/u)
  return [...new Set(words)].filter((word) => word.length >= OWN_WORD_MIN).slice(0, OWN_WORDS_MAX)
}

function besideOwnWords(password: string, words: readonly string[]): number {
  const longestFirst = words.toSorted((one, other) => other.length - one.length)
  const rest = longestFirst.reduce((text, word) => text.replaceAll(word, ' '), password.toLowerCase())
  return Array.from(rest.replaceAll(/[^\p{L}\p{N}]/gu, '')).length
}
