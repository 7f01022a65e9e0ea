// A program inside the guest: the pharmacy around its computer. The real relay hub, which takes one pairing code, and the
// test printer on a raw TCP port. Argument: the file that gets a line with the SHA-256 of each label that came out.
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { listening } from '@pharmacy-relay/shared/test/listening.ts'
import { HubError } from '@pharmacy-relay/shared/hub/request-reply.ts'
import type { AssignmentBody } from '@pharmacy-relay/shared/printer-assignment.ts'
import { createTestPrinter } from '../../../agent/test-printer/label-printer.ts'
import { createRigHub, openedAs, type RigRegistry } from '../../kit/hub.ts'
import { documentOf, NO_PART } from '../../kit/programs.ts'
import { GUEST_PHARMACY } from './guest-pharmacy-facts.ts'

const { hubPort, printerPort, labelPort, code, name } = GUEST_PHARMACY
const [rollFile = ''] = process.argv.slice(2)

const printer = createTestPrinter({ rawPort: printerPort })
printer.roll.onChange(() =>
  writeFileSync(
    rollFile,
    printer.roll
      .entries()
      .map(({ sha256 }) => `${sha256}\n`)
      .join(''),
  ),
)
await printer.start()
const server = createServer()
createRigHub(server, registry()).start()
await listening(server, { port: hubPort })
console.log('ready')

/** Who brings the code is its one computer, with the printer. */
function registry(): RigRegistry {
  const printerName = `tcp:127.0.0.1:${printerPort}`
  const body: AssignmentBody = { ...NO_PART, role: 'Server', printerName, tcpPort: labelPort }
  return {
    pair: async ({ request }) => {
      if (request.code !== code.replace('-', ''))
        throw new HubError('PAIRING_REFUSED', 'The code is wrong, used up or too old')
      return { state: 'paired', pharmacyId: 1, pharmacyName: name }
    },
    open: async (opening) => openedAs(opening, 1, documentOf(body, 1)),
  }
}
