// The test printer as a program: settings in, one printer, an orderly end.
import { describeSettings, SettingsError } from '@pharmacy-relay/shared/env.ts'
import { createJsonLogger } from '../core/logging/json-logger.ts'
import { createTestPrinter } from './label-printer.ts'
import { readTestPrinterSettings, testPrinterSettings } from './settings.ts'

const EXIT_FAILED = 1
const EXIT_USAGE = 2
const MEBIBYTE = 1024 * 1024

async function run(args: readonly string[]): Promise<void> {
  if (args.includes('--help')) {
    process.stdout.write(describeSettings('test-printer', testPrinterSettings))
    return
  }
  const settings = readTestPrinterSettings(args, process.env)
  const logger = createJsonLogger((line) => process.stderr.write(line))
  const stopRequested = Promise.withResolvers<void>()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stopRequested.resolve)
  process.on('disconnect', stopRequested.resolve)
  const rawHost = settings.TestPrinter__RawHost
  const httpHost = settings.TestPrinter__HttpHost
  const printer = createTestPrinter({
    name: settings.TestPrinter__Name,
    rawHost,
    rawPort: settings.TestPrinter__RawPort,
    tlsPort: settings.TestPrinter__TlsPort === 'off' ? null : settings.TestPrinter__TlsPort,
    httpHost,
    httpPort: settings.TestPrinter__HttpPort,
    whenBusy: settings.TestPrinter__WhenBusy,
    idleMs: settings.TestPrinter__IdleSeconds * 1000,
    silentWhenStopped: settings.TestPrinter__SilentWhenStopped,
    isLine: settings.TestPrinter__IsLine,
    maxRollEntries: settings.TestPrinter__RollLabels,
    maxRollBytes: settings.TestPrinter__RollMegabytes * MEBIBYTE,
    odometerFile: settings.TestPrinter__OdometerFile || null,
    logger,
  })
  await printer.start()
  const { tls } = printer
  const secured = tls === null ? '' : `, within TLS on ${tls.port} (SHA-256 ${tls.fingerprint})`
  const where = `labels on ${rawHost}:${printer.rawPort}${secured}, page on http://${httpHost}:${printer.httpPort}`
  process.stdout.write(`${settings.TestPrinter__Name}: ${where}\n`)
  // A parent that has gone is no reason to fail; its end is a stop request.
  process.send?.({ kind: 'ready', where }, undefined, undefined, () => undefined)
  await stopRequested.promise
  await printer.stop()
  process.exit(0)
}

try {
  await run(process.argv.slice(2))
} catch (error) {
  const isUsage = error instanceof TypeError && errorCode(error)?.startsWith('ERR_PARSE_ARGS') === true
  const isPlain = isUsage || error instanceof SettingsError || errorCode(error) !== null
  const text = isPlain && error instanceof Error ? error.message : stackOf(error)
  process.stderr.write(`test-printer: ${text}${isUsage ? '\nTry: npm run test-printer -- --help' : ''}\n`)
  process.exit(isUsage ? EXIT_USAGE : EXIT_FAILED)
}

function errorCode(error: unknown): string | null {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null
}

function stackOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
