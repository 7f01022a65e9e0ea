// npm run tools: installs what the tests need beside npm's packages, or says what to install. With --power-loss what
// npm run power-loss needs: QEMU and a kernel, about 400 MB, which nothing else uses.
import { installGuestTools } from './power-loss/guest-tools-install.ts'
import { installTools } from './tools-install.ts'

const isPowerLoss = process.argv.includes('--power-loss')
const fault = await (isPowerLoss ? installGuestTools() : installTools())
if (fault !== null) {
  console.error(`tools: ${fault}`)
  process.exitCode = 1
}
