// `npm run package:image`: makes the image of the servers, and the compose.yml that runs it.
import { stat } from 'node:fs/promises'
import path from 'node:path'
import { repository } from './command.ts'
import { endWithFault } from './fault.ts'
import { buildServerImage } from './package/image/server-image.ts'

const MEBIBYTE = 1_048_576
const NEW_BASE = '--new-base'
const USAGE = `npm run package:image [-- ${NEW_BASE}]

Makes pharmacy-relay-server_VERSION_amd64.oci.tar below .data/package/image, for docker load and podman load, and compose.yml, whose first
lines say how it is started. In it: the tree of the Debian package, PostgreSQL 15, the list of components (CycloneDX), also beside it.
The Debian below is made once; ${NEW_BASE} makes it out of the packages of today. The same sources and the same Debian give the
same bytes. Needs root and mmdebstrap, no engine and no registry. npm run image-check runs it.
`
const words = process.argv.slice(2)

if (words.some((word) => word === '--help' || word === '-h')) process.stdout.write(USAGE)
else await make(words.includes(NEW_BASE)).catch((error: unknown) => endWithFault('package:image', error))

async function make(isNewBase: boolean): Promise<void> {
  console.log('package:image: a Debian once, then the tree out of package-lock.json')
  const { file, compose, name, digest } = await buildServerImage(isNewBase)
  const { size } = await stat(file)
  console.log(`${path.relative(repository, file)}  ${(size / MEBIBYTE).toFixed(1)} MiB  ${name}  ${digest}`)
  console.log(path.relative(repository, compose))
}
