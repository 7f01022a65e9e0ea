// Settings whose texts are secrets, as they are read.
import { z } from 'zod'

/** Where secrets are made from: long enough that nobody finds it by trying. */
export const SecretText = z.string().min(32).max(256)

/** Those before it by commas, the newest first; 16 at most, empty where there is none. */
export const EarlierSecretsText = z
  .string()
  .transform((text) => text.split(',').filter((one) => one !== ''))
  .pipe(z.array(SecretText).max(16))
