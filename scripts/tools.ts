// npm run tools: installs what the tests need beside npm's packages, or says what to install.
import { installTools } from './tools-install.ts'

const fault = await installTools()
if (fault !== null) {
  console.error(`tools: ${fault}`)
  process.exitCode = 1
}
