// Passwords as argon2id: at most two at a time, and the same work for a user who does not exist.
import { hash, hashRaw, verify } from '@node-rs/argon2'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'

/** OWASP's argon2id parameters: 19 MiB, 2 passes, 1 lane. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const
/** Of a password that nobody has: checked in place of a user's that does not exist. */
const NOBODYS_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$SpQky7adLOQY/3gcHO5Yig$010XjBfPi2+2eHSg3IeQXIFCv9d1WkQ4Rzx+yyMyBPA'
const AT_ONCE = 2
const WAITING_MAX = 50
const RETRY_AFTER_S = 2

/** Keyboards write one letter in several ways (U+00E9, or e and U+0301): what is hashed is NFC. */
export async function hashPassword(password: string): Promise<string> {
  return hash(password.normalize('NFC'), PARAMETERS)
}

/** Checks a password; null stands for a user who does not exist, and takes as long. */
export async function checkPassword(passwordHash: string | null, password: string): Promise<boolean> {
  const matches = await verify(passwordHash ?? NOBODYS_HASH, password.normalize('NFC'))
  return matches && passwordHash !== null
}

/** The same work for a short code, as 32 bytes. */
export async function slowDigest(code: string, salt: Buffer): Promise<Buffer> {
  return hashRaw(code, { ...PARAMETERS, salt })
}

export interface PasswordTurns {
  /** Runs `work` when fewer than two others run. Throws ProblemError `unavailable` when 50 wait already. */
  take<T>(work: () => Promise<T>): Promise<T>
}

/** Each check takes a core for some 20 ms and 19 MiB: more at a time would starve everything else. */
export function createPasswordTurns(): PasswordTurns {
  const waiting: (() => void)[] = []
  let running = 0
  const begin = async (): Promise<void> => {
    if (running < AT_ONCE) {
      running += 1
      return
    }
    if (waiting.length >= WAITING_MAX) {
      throw new ProblemError('unavailable', 'Too many people sign in right now', {
        retryAfterS: RETRY_AFTER_S,
      })
    }
    // Whoever ends hands its turn over, so `running` stays.
    await new Promise<void>((resolve) => waiting.push(resolve))
  }
  const end = (): void => {
    const next = waiting.shift()
    if (next === undefined) running -= 1
    else next()
  }
  return {
    take: async (work) => {
      await begin()
      try {
        return await work()
      } finally {
        end()
      }
    },
  }
}
