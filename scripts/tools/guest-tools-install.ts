// Installs what the guest needs, from Debian's packages; its kernel is unpacked and never installed.
import { install, mayInstall } from '../tools-install.ts'
import { fetchKernel, isKernelThere } from '../../tests/campaigns/power-loss/guest-kernel.ts'
import { GUEST_TOOLS, missingGuestTools } from './guest-tools.ts'

/** Returns what went wrong, in words; null when everything is there. */
export async function installGuestTools(): Promise<string | null> {
  const missing = missingGuestTools()
  if (missing === null) {
    console.log('tools: QEMU and its kernel are there, nothing to install')
    return null
  }
  if (!mayInstall()) return missing
  const fault = await install(GUEST_TOOLS)
  if (fault !== null || isKernelThere()) return fault
  console.log("tools: Debian's kernel, unpacked into .data/power-loss")
  try {
    await fetchKernel()
    return missingGuestTools()
  } catch (error) {
    return `the kernel cannot be had: ${error instanceof Error ? error.message : String(error)}`
  }
}
