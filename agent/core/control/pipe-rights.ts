// Who may connect to the control pipe of a service on Windows: people who are logged in at this computer.
//
// By default Windows lets everybody read a pipe and nobody but its owner and administrators write to it, so that tray and
// command line of the staff could ask nothing. Nobody reaches it over the network. Source: "Named Pipe Security and Access
// Rights" and "Security Descriptor String Format" of the Windows documentation.
import type Koffi from 'koffi'

/**
 * Refused: what came over the network (NU), nobody at all (AN). Everything: the account that made it (OW), administrators
 * (BA), the system (SY). Reading and writing: whoever is logged in here (IU). Protected (P): it inherits nothing.
 * FW has FILE_CREATE_PIPE_INSTANCE in it, which no client of libuv's can do without (README.md, Known limit).
 */
export const PIPE_RIGHTS = 'D:P(D;;FA;;;NU)(D;;FA;;;AN)(A;;FA;;;OW)(A;;FA;;;BA)(A;;FA;;;SY)(A;;FRFW;;;IU)'

/** READ_CONTROL and WRITE_DAC of winnt.h; OPEN_EXISTING; SDDL_REVISION_1; DACL_SECURITY_INFORMATION. */
const ACCESS = 0x2_0000 | 0x4_0000
const [OPEN_EXISTING, REVISION, DACL] = [3, 1, 4]
const INVALID_HANDLE = 0xffff_ffff_ffff_ffffn

/** Windows only; the pipe must be there. Throws Error with Windows' number. */
export async function openPipeToPeople(path: string): Promise<void> {
  // Here, so that no other system needs koffi's binary.
  const { default: koffi } = await import('koffi')
  const calls = callsOf(koffi)
  const rights: [unknown] = [null]
  if (calls.parse(PIPE_RIGHTS, REVISION, rights, null) !== true) throw calls.failure('rights cannot be read')
  const pipe = calls.open(path, ACCESS, 0, null, OPEN_EXISTING, 0, null)
  try {
    if (pipe === INVALID_HANDLE) throw calls.failure('the pipe cannot be opened')
    if (calls.protect(pipe, DACL, rights[0]) !== true) throw calls.failure('rights cannot be set')
  } finally {
    if (pipe !== INVALID_HANDLE) calls.close(pipe)
    calls.free(rights[0])
  }
}

function callsOf(koffi: typeof Koffi) {
  const [advapi32, kernel32] = [koffi.load('advapi32.dll'), koffi.load('kernel32.dll')]
  const lastError = kernel32.func('uint32 __stdcall GetLastError()')
  const call = (library: typeof advapi32, declaration: string): ((...given: unknown[]) => unknown) =>
    library.func(declaration)
  return {
    failure: (text: string) => new Error(`${text}: Windows error ${String(lastError())}`),
    parse: call(
      advapi32,
      'bool __stdcall ConvertStringSecurityDescriptorToSecurityDescriptorW(str16 text, uint32 revision, _Out_ void **rights, void *bytes)',
    ),
    protect: call(
      advapi32,
      'bool __stdcall SetKernelObjectSecurity(uint64 handle, uint32 what, void *rights)',
    ),
    open: call(
      kernel32,
      'uint64 __stdcall CreateFileW(str16 path, uint32 access, uint32 share, void *security, uint32 how, uint32 flags, void *template)',
    ),
    close: call(kernel32, 'bool __stdcall CloseHandle(uint64 handle)'),
    free: call(kernel32, 'void *__stdcall LocalFree(void *memory)'),
  }
}
