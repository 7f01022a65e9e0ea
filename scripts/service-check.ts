// `npm run service-check [-- --linux | --windows]`: the agent as a service, really installed, started, killed and removed: by
// systemd in QEMU, and by Windows' service manager as Wine has it. Minutes; nothing of this machine is touched.
import { endWithFault } from './fault.ts'
import { hasWine } from './package/wine.ts'
import { missingGuestTools } from './power-loss/guest-tools.ts'
import { runGuest } from './service-check/guest.ts'
import { bundlePharmacy, stageForLinux } from './service-check/staged-core.ts'
import { runWindows } from './service-check/windows.ts'

const words = process.argv.slice(2)
const isWanted = (system: string): boolean => words.length === 0 || words.includes(`--${system}`)

async function linux(): Promise<boolean> {
  const missing = missingGuestTools()
  if (missing !== null) throw new Error(missing)
  const parts = { core: await stageForLinux(), pharmacy: await bundlePharmacy() }
  const { lines, hasEnded } = await runGuest({ ...parts, onLine: (line) => console.log(`  ${line}`) })
  const failed = lines.filter((line) => line.startsWith('FAILED'))
  const passed = lines.filter((line) => line.startsWith('ok '))
  console.log(
    `systemd in QEMU: ${passed.length} hold, ${failed.length} failed${hasEnded ? '' : ', and it did not end'}`,
  )
  return hasEnded && failed.length === 0
}

async function windows(): Promise<boolean> {
  if (!hasWine()) throw new Error('there is no Wine: npm run tools -- --package')
  const faults = await runWindows((line) => console.log(`  ${line}`))
  console.log(
    `Windows' service manager under Wine: ${faults.length === 0 ? 'everything holds' : `${faults.length} failed`}`,
  )
  console.log(
    '  not run: what only Windows has: start before log-in, failure actions, accounts, icacls, netsh',
  )
  return faults.length === 0
}

try {
  const results = [isWanted('linux') ? await linux() : true, isWanted('windows') ? await windows() : true]
  process.exitCode = results.every(Boolean) ? 0 : 1
} catch (error) {
  endWithFault('service-check', error)
}
