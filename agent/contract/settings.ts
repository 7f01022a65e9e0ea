// The agent's settings as they are asked for and changed at the computer itself.
import { z } from 'zod'
import { growing } from '@pharmacy-relay/shared/wire.ts'

/** Where a setting's value comes from; the environment wins over what is stored, and is never changed here. */
export const SettingSource = growing(
  z.enum(['environment', 'stored', 'computer', 'default', 'none']),
  'environment',
)
export type SettingSource = z.infer<typeof SettingSource>

export const SettingRow = z.strictObject({
  name: z.string(),
  /** The environment variable that overrides it. */
  variable: z.string(),
  /** As text; null when not set. */
  value: z.string().nullable(),
  source: SettingSource,
  help: z.string(),
  range: z.string(),
  /** Every value that it may have; null when it is no choice. */
  choices: z.array(z.string()).nullable(),
  /** False: only the environment has it. */
  changeable: z.boolean(),
  /** A change takes effect when the agent starts again. */
  restart: z.boolean(),
  /** What is wrong with the stored value, which is then not used. */
  fault: z.string().nullable(),
})
export type SettingRow = z.infer<typeof SettingRow>

/** What a change does: at once, at the next start, or nothing while the environment overrides it. */
export const SettingChange = z.strictObject({
  setting: SettingRow,
  effect: growing(z.enum(['now', 'restart', 'overridden']), 'restart'),
})
export type SettingChange = z.infer<typeof SettingChange>
