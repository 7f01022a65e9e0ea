// Loaded before an agent under Wine (node --import): a campaign outside of Windows can ask it, and sees how it died.
//
// Another port says which process this is, for windows-front.ts. Wine 8 has no Unix sockets, and its named pipes end at its own border: so a port of this computer leads to the agent's pipe.
// A failpoint's SIGKILL is TerminateProcess on Windows, whose code Node chooses as 1, as of a crash; here it is 137, which is a
// shell's word for SIGKILL.
import { randomUUID } from 'node:crypto'
import net from 'node:net'
import { isMainThread } from 'node:worker_threads'
import koffi from 'koffi'

const { CONTROL_PORT = '', LIFE_PORT = '', Agent__ControlSocket: pipe = '' } = process.env
const KILLED = 137

/** Threads of the agent load this file, too. */
if (isMainThread) {
  openControlPort()
  openLifePort()
  nameKills()
}

function openControlPort(): void {
  net
    .createServer((outside) => {
      const inside = net.connect(pipe)
      outside.on('error', () => inside.destroy()).on('close', () => inside.destroy())
      inside.on('error', () => outside.destroy()).on('close', () => outside.destroy())
      outside.pipe(inside).pipe(outside)
    })
    .listen(Number(CONTROL_PORT), '127.0.0.1')
    .unref()
}

function openLifePort(): void {
  const life = randomUUID()
  net
    .createServer((asked) => asked.on('error', () => undefined).end(life))
    .listen(Number(LIFE_PORT), '127.0.0.1')
    .unref()
}

function nameKills(): void {
  const kernel = koffi.load('kernel32.dll')
  const ownProcess = kernel.func('void *GetCurrentProcess()')
  const terminate = kernel.func('int TerminateProcess(void *process, unsigned int code)')
  const kill = process.kill.bind(process)
  process.kill = (pid, signal) => {
    if (pid === process.pid && signal === 'SIGKILL') terminate(ownProcess(), KILLED)
    return kill(pid, signal)
  }
}
