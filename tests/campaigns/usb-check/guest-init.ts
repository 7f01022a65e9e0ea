// The first process of the guest: this machine's files below, memory above, modules of a USB printer that is not there, then
// the check, then off.

export interface GuestProgram {
  /** Node of this machine. */
  readonly node: string
  /** The bundled program of guest-program.ts, a file of this machine. */
  readonly program: string
}

/** `modules`: names in /modules, in order. */
export function initScript(modules: readonly string[], { node, program }: GuestProgram): string {
  return `#!/busybox sh
b=/busybox
$b mkdir -p /proc /sys /dev /low /up /r
$b mount -t proc proc /proc
$b mount -t sysfs sys /sys
$b mount -t devtmpfs dev /dev
${modules.map((name) => `$b insmod /modules/${name} || echo "guest: no ${name}"`).join('\n')}
$b mount -t 9p -o trans=virtio,version=9p2000.L,ro,cache=loose,msize=512000 root /low
$b mount -t tmpfs -o size=500m up /up
$b mkdir -p /up/upper /up/work
$b mount -t overlay -o lowerdir=/low,upperdir=/up/upper,workdir=/up/work overlay /r || $b poweroff -f
$b mount -t tmpfs run /r/run
for d in proc sys dev; do $b mount --move /$d /r/$d; done
$b mount -t configfs configfs /r/sys/kernel/config
$b ip link set lo up
$b chroot /r /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 '${node}' '${program}' 2>&1
echo "guest: the program ended with $?"
$b poweroff -f
`
}
