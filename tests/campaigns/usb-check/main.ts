// `npm run usb-check`: a USB printer in QEMU, by its driver and by CUPS: every label byte for byte, plugged in and out; code 1
// when anything differs.
import { missingGuestTools } from '../../../scripts/tools/guest-tools.ts'
import { hasCupsd } from '../../../agent/core/printers/test/cupsd.ts'
import { jsonOption } from '../../kit/options.ts'
import { runProgram } from '../../kit/program.ts'
import { runGuest } from './guest.ts'
import { resultOf, resultTable } from './report.ts'

await runProgram({
  name: 'usb-check',
  about: `A computer in QEMU whose kernel plays a USB printer to itself (dummy_hcd, usb_f_printer): every label of the test printer over
/dev/usb/lp0 and over CUPS usb://, byte for byte; plugged in and out, also in the middle of a label; code 1 when anything differs.
Some 5 minutes on a quiet machine. Needs QEMU and a Debian kernel on Linux x64 (npm run tools -- --power-loss) and CUPS (npm run tools).`,
  options: { json: jsonOption },
  run: async ({ json }, say) => {
    const missing = missingGuestTools()
    if (missing !== null) throw new Error(missing)
    if (!hasCupsd) throw new Error('missing: CUPS, or not root. On Debian, as root: npm run tools')
    const result = resultOf(await runGuest(say))
    return { text: json ? JSON.stringify(result, null, 2) : resultTable(result), isGood: result.isGood }
  },
})
