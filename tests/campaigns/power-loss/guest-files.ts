// What the guest starts from: kernel, and an initial file system that mounts this machine's root over 9p, read-only, and
// the spool's disk beside it. So the guest has this very Node, this agent, and nothing that a power cut could harm.
import { guestKernel } from './guest-kernel.ts'
import { makeInitrd } from './qemu.ts'

/** Ports in the guest and of this machine, as the guest sees them. */
export interface GuestPorts {
  /** Where labels come in. */
  readonly labels: number
  /** The agent's control socket, over TCP. */
  readonly control: number
  /** Of this machine's loopback; the agent takes a hub without TLS on its own loopback only. */
  readonly hub: number
}

export interface GuestFiles {
  readonly kernel: string
  readonly initrd: string
}

export interface GuestProgram {
  readonly agentFile: string
  readonly environment: Readonly<Record<string, string>>
  readonly ports: GuestPorts
}

/** QEMU's own network: the guest and this machine. */
export const GUEST_ADDRESS = '10.0.2.15'
export const HOST_ADDRESS = '10.0.2.2'
/** A folder that every Debian has; the spool's disk is mounted there. */
export const SPOOL_FOLDER = '/mnt'
/** On its console, before it ends. */
export const CANNOT_MOUNT = 'guest: the disk cannot be mounted'
/** In memory; all else of the root stays as it is on this machine. */
const MEMORY_FOLDER = '/run'
const CONTROL_SOCKET = `${MEMORY_FOLDER}/agent.sock`

/** Writes them into `folder`. */
export async function makeGuestFiles(folder: string, program: GuestProgram): Promise<GuestFiles> {
  const { image, modules } = await guestKernel()
  const initrd = await makeInitrd(folder, { modules, init: (names) => initScript(names, program) })
  return { kernel: image, initrd }
}

function initScript(modules: readonly string[], { agentFile, environment, ports }: GuestProgram): string {
  const all = {
    ...environment,
    Agent__ControlSocket: CONTROL_SOCKET,
    Agent__DataFolder: `${SPOOL_FOLDER}/agent`,
  }
  const variables = Object.entries(all).map(([name, value]) => quoted(`${name}=${value}`))
  const agent = [quoted(process.execPath), quoted(agentFile), 'run'].join(' ')
  const control = `socat TCP-LISTEN:${ports.control},reuseaddr,fork UNIX-CONNECT:${CONTROL_SOCKET}`
  const hub = `socat TCP-LISTEN:${ports.hub},bind=127.0.0.1,reuseaddr,fork TCP:${HOST_ADDRESS}:${ports.hub}`
  return `#!/busybox sh
b=/busybox
$b mkdir -p /proc /sys /dev /r
$b mount -t proc proc /proc
$b mount -t devtmpfs dev /dev
${modules.map((name) => `$b insmod /modules/${name}`).join('\n')}
$b ip link set lo up
$b ip link set eth0 up
$b ip addr add ${GUEST_ADDRESS}/24 dev eth0
$b ip route add default via ${HOST_ADDRESS}
$b mount -t 9p -o trans=virtio,version=9p2000.L,ro,cache=loose,msize=512000 root /r
$b mount -t proc proc /r/proc
$b mount --bind /dev /r/dev
$b mount -t tmpfs run /r${MEMORY_FOLDER}
$b mount -t ext4 /dev/vda /r${SPOOL_FOLDER} || { echo '${CANNOT_MOUNT}'; $b poweroff -f; }
echo 'guest: the disk is mounted'
$b chroot /r ${control} &
$b chroot /r ${hub} &
# As a service manager does: what ends by itself is started again.
while true; do
  $b chroot /r /usr/bin/env -i PATH=/usr/bin:/bin:/usr/sbin:/sbin HOME=${MEMORY_FOLDER} TMPDIR=${MEMORY_FOLDER} ${variables.join(' ')} ${agent}
  echo 'guest: the agent ended'
  $b sleep 1
done
`
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}
