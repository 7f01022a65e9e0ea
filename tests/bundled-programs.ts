// Bundles of the programs that whole-platform tests start, for all of them made once.
import { buildPrograms } from '../scripts/build/build-programs.ts'

const FILES = [
  'relay-server/identity-api/main.ts',
  'relay-server/store-api/main.ts',
  'relay-server/pharmacy-api/main.ts',
  'relay-server/gateway/main.ts',
  'relay-server/sms-provider/main.ts',
  'relay-server/payment-provider/main.ts',
  'portal/main.ts',
  'portal/storefront/main.ts',
  'agent/test-printer/main.ts',
  'scripts/demo.ts',
  'scripts/label.ts',
  'scripts/import-drugs.ts',
] as const

let built: Promise<string> | null = null

/** The folder in which `FILE.mjs` is the bundle of each, such as `portal/main.ts.mjs`. */
export async function bundledPrograms(): Promise<string> {
  built ??= buildPrograms('platform', Object.fromEntries(FILES.map((file) => [file, file])))
  return built
}
