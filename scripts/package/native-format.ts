// For which system and processor a native file was made, by its first bytes.

/** `e_machine` of ELF and `Machine` of PE for x86-64. System V ABI, figure 4.4; Microsoft's PE format, COFF header. */
const ELF_X64 = 62
const PE_X64 = 0x86_64

/** `linux-x64`, `win32-x64`, another one in words, or null for a file that is no native code. */
export function nativeFormat(head: Buffer): string | null {
  if (head.subarray(0, 4).toString('latin1') === '\u007FELF')
    return head.readUInt16LE(18) === ELF_X64 ? 'linux-x64' : `linux, machine ${head.readUInt16LE(18)}`
  if (head.subarray(0, 2).toString('latin1') === 'MZ') return ofPe(head)
  const isMachO = [0xfe_ed_fa_cf, 0xcf_fa_ed_fe, 0xca_fe_ba_be].includes(head.readUInt32BE(0))
  return isMachO ? 'darwin' : null
}

function ofPe(head: Buffer): string {
  const at = head.readUInt32LE(0x3c)
  if (at + 6 > head.length || head.subarray(at, at + 4).toString('latin1') !== 'PE\0\0')
    return 'a DOS program'
  const machine = head.readUInt16LE(at + 4)
  return machine === PE_X64 ? 'win32-x64' : `win32, machine ${machine}`
}
