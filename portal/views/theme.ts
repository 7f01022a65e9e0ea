// The colour themes a reader can choose.
import { z } from 'zod'

/** `auto` follows the system. */
export const Theme = z.enum(['auto', 'light', 'dark'])
export type Theme = z.infer<typeof Theme>
