// `npm run package:server`: makes the Debian package of the servers.
import { stat } from 'node:fs/promises'
import path from 'node:path'
import { repository } from './command.ts'
import { endWithFault } from './fault.ts'
import { buildServerDeb } from './package/server/server-deb.ts'

const MEBIBYTE = 1_048_576
const USAGE = `npm run package:server

Makes pharmacy-relay-server_VERSION_amd64.deb below .data/package/server: sources, dependencies of production out of
package-lock.json, Node, units, relayctl; beside it, and inside, the list of its components (CycloneDX, .cdx.json). Fails
on a licence outside of the list and on a missing hash. Needs dpkg-deb. npm run server-check installs it under a real systemd.
`

if (process.argv.slice(2).some((word) => word === '--help' || word === '-h')) process.stdout.write(USAGE)
else await make().catch((error: unknown) => endWithFault('package:server', error))

async function make(): Promise<void> {
  console.log('package:server: staging from package-lock.json')
  const deb = await buildServerDeb()
  const { size } = await stat(deb)
  console.log(`${path.relative(repository, deb)}  ${(size / MEBIBYTE).toFixed(1)} MiB`)
}
