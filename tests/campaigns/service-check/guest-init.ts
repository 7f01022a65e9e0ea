// The first process of the guest, until systemd is it: this machine's files below, what the guest changes above, on its disk.
import { INSTALL_FOLDER } from './guest-script.ts'

/** Services of this machine that the guest has no use for. */
const MASKED = [
  'systemd-timesyncd',
  'systemd-tmpfiles-setup',
  'systemd-tmpfiles-setup-dev',
  'systemd-udevd',
  'ldconfig',
  'systemd-udev-trigger',
  'systemd-journal-flush',
  'systemd-sysusers',
  'systemd-update-utmp',
  'systemd-remount-fs',
  'systemd-modules-load',
  'modprobe@',
  'getty@',
  'serial-getty@',
  'console-getty',
  'systemd-logind',
]

/** `modules`: names in /modules, in order; `core`: the staged folder of this machine. */
export function initScript(modules: readonly string[], core: string): string {
  return `#!/busybox sh
b=/busybox
$b mkdir -p /proc /sys /dev /low /up /r
$b mount -t proc proc /proc
$b mount -t devtmpfs dev /dev
${modules.map((name) => `$b insmod /modules/${name}`).join('\n')}
$b mount -t 9p -o trans=virtio,version=9p2000.L,ro,cache=loose,msize=512000 root /low
$b mount -t ext4 /dev/vda /up || { echo 'guest: the disk cannot be mounted'; $b poweroff -f; }
$b mkdir -p /up/upper /up/work
$b mount -t overlay -o lowerdir=/low,upperdir=/up/upper,workdir=/up/work overlay /r || $b poweroff -f
u=/r/etc/systemd/system
# Not those of an earlier start: by one of them the service starts with the computer.
[ "$relay_start" = again ] || $b rm -rf $u/*.wants
${MASKED.map((name) => `$b ln -sf /dev/null $u/${name}.service`).join('\n')}
# By these systemd would take the guest for a container, as this machine may be one.
$b rm -f /r/.dockerenv /r/run/.containerenv
$b echo > /r/etc/fstab
$b mkdir -p /r/etc/systemd/journald.conf.d '/r${INSTALL_FOLDER}'
$b printf '[Journal]\\nStorage=volatile\\n' > /r/etc/systemd/journald.conf.d/check.conf
$b mount --bind '/low${core}' '/r${INSTALL_FOLDER}'
$b cp /check.sh /r/usr/local/bin/service-check
# The first start needs no more than the script; after the reboot the computer starts as computers do.
more= after=reboot
[ "$relay_start" = again ] && { more='Wants=multi-user.target\\n'; after=poweroff-immediate; }
$b printf "[Unit]\\nRequires=sysinit.target service-check.service\\n\${more}AllowIsolate=yes\\n" > $u/service-check.target
$b printf "[Unit]\\nAfter=sysinit.target\\nSuccessAction=$after\\nFailureAction=poweroff-immediate\\n[Service]\\nType=oneshot\\nTimeoutStartSec=infinity\\nStandardOutput=tty\\nStandardError=tty\\nTTYPath=/dev/ttyS0\\nExecStart=/usr/local/bin/service-check $relay_start\\n" > $u/service-check.service
$b umount /proc
exec $b switch_root /r /lib/systemd/systemd
`
}
