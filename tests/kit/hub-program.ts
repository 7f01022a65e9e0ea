// A program: the relay hub of one pharmacy of the campaign, which may be killed. Arguments: port, file of documents, seed.
//
// The registry's memory is the file, which nobody changes while a hub runs: a hub that comes back says the same again.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { listening } from '@pharmacy-relay/shared/test/listening.ts'
import { AssignmentBody } from '@pharmacy-relay/shared/printer-assignment.ts'
import { z } from 'zod'
import { createRigHub, openedAs, type RigRegistry } from './hub.ts'
import { diceOf } from './dice.ts'
import { makeRelayHostile } from './hostile-relay.ts'
import { documentOf } from './programs.ts'

const Documents = z.record(z.string(), AssignmentBody)

const [port = '', file = '', seed = ''] = process.argv.slice(2)
// The campaign counts them in the log.
makeRelayHostile(diceOf(Number(seed), `relay-${process.pid}`), (fault) => console.log(fault))
const server = createServer()
const hub = createRigHub(server, registryOf(Documents.parse(JSON.parse(readFileSync(file, 'utf8')))))
hub.start()
await listening(server, { port: Number(port) })

function registryOf(documents: z.infer<typeof Documents>): RigRegistry {
  const names = Object.keys(documents)
  return {
    open: async (opening) => {
      const { computerName } = opening.registration
      const body = documents[computerName]
      if (body === undefined) throw new Error(`${computerName} is not part of this`)
      return openedAs(opening, names.indexOf(computerName) + 1, documentOf(body, 1))
    },
  }
}
