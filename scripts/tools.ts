// npm run tools: installs what the tests need beside npm's packages, or says what to install. With --power-loss what
// npm run power-loss needs: QEMU and a kernel, about 400 MB, which nothing else uses. With --package what npm run
// package:check can use: Wine, NSIS and a Debian to install into, about 1 GB. With --failovers what npm run failovers needs:
// patroni, etcd, haproxy and PostgreSQL 15.
import { installPackageTools } from './package/package-tools.ts'
import { installEngines } from './tools/database-engines.ts'
import { installGuestTools } from './tools/guest-tools-install.ts'
import { installTools } from './tools-install.ts'

const fault = await chosen(process.argv)()
if (fault !== null) {
  console.error(`tools: ${fault}`)
  process.exitCode = 1
}

function chosen(args: readonly string[]): () => Promise<string | null> {
  if (args.includes('--power-loss')) return installGuestTools
  if (args.includes('--failovers')) return installEngines
  return args.includes('--package') ? installPackageTools : installTools
}
