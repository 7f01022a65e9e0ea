// A program for tests: answers to a name in its network namespace, or asks for it. Arguments: answer | ask, fingerprint.
import { systemClock as clock } from '@pharmacy-relay/shared/clock.ts'
import { silentLogger } from '@pharmacy-relay/shared/logger.ts'
import { LocalNames, lookUpLocalName } from '../../../../../agent/core/link/sender/local-name.ts'

const [mode = '', fingerprint = ''] = process.argv.slice(2)
if (mode === 'answer') {
  new LocalNames(silentLogger, clock).answerTo(fingerprint)
  process.on('disconnect', () => process.exit(0))
  process.send?.('answers')
} else {
  process.stdout.write(JSON.stringify(await lookUpLocalName(fingerprint, { clock, limitMs: 1_000 })))
}
