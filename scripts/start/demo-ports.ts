// The demo's own ports: labels, the same on every computer and test printer, and the test printers' pages.
import { readSettings, wholeNumberText, type Environment } from '@pharmacy-relay/shared/env.ts'

const demoPortSettings = {
  Demo__LabelPort: {
    // The lowest that agents let an assignment name.
    schema: wholeNumberText(1_024, 65_535),
    help: 'port for labels',
    fallback: '9100',
  },
  Demo__PagePort: {
    schema: wholeNumberText(1, 65_000),
    help: "port of the first test printer's page; the others follow it",
    // Not 9180, so that `npm run test-printer` runs beside the demo.
    fallback: '9181',
  },
} as const

export type DemoPorts = { readonly [K in keyof typeof demoPortSettings]: number }

/** Throws SettingsError. */
export function readDemoPorts(environment: Environment): DemoPorts {
  return readSettings(demoPortSettings, environment)
}
