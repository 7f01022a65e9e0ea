// `npm run service-check [-- --linux | --windows]`: the agent as a service, really installed, started, killed and removed: by
// systemd in QEMU, and by Windows' service manager as Wine has it. Minutes; nothing of this machine is touched.
import { flag } from '../../kit/options.ts'
import { runProgram } from '../../kit/program.ts'
import { hasWine } from '../../../scripts/package/wine.ts'
import { missingGuestTools } from '../../../scripts/tools/guest-tools.ts'
import { runGuest } from './guest.ts'
import { bundlePharmacy, stageForLinux } from './staged-core.ts'
import { runWindows } from './windows.ts'

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

await runProgram({
  name: 'service-check',
  about: `The agent as a service, really installed, paired, killed, rebooted and removed, with a label each time; code 1 when a sentence does
not hold. Minutes; needs npm run tools -- --power-loss and Wine. Both systems where none is said.`,
  options: { linux: flag('systemd in QEMU'), windows: flag("Windows' service manager in Wine") },
  run: async (wanted) => {
    const isBoth = wanted.linux === wanted.windows
    const isGood = [
      isBoth || wanted.linux ? await linux() : true,
      isBoth || wanted.windows ? await windows() : true,
    ]
    return { text: '', isGood: isGood.every(Boolean) }
  },
})
