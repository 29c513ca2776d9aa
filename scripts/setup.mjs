// First half of every command: runs on any Node >= 18 with nothing installed, and is idempotent.
// `--browser` also wants a Chromium; `--ffmpeg` also tries to have ffmpeg (optional, for videos), `--exiftool`
// an independent metadata reader (optional, for the tests of removed metadata), `--postgres` a PostgreSQL (optional,
// for the tests on it), `--pgbouncer` a PgBouncer (optional, for the test of a node behind it), `--nginx` an nginx
// (optional, for the bench), `--swift` an S3 store (optional, for the tests on it), `--engines` a Firefox and a WebKit
// (optional, for the failures on them).
import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'

const wanted = new Set(process.argv.slice(2))
const stamp = 'node_modules/.cache/setup.json'
const isRoot = process.getuid?.() === 0
/** Whether apt-get has read the current list of packages. */
let isListUpdated = false

if (Number(process.versions.node.split('.')[0]) < 18) {
  stop(
    `Node ${process.versions.node} is too old to install this project: install Node 18 or newer (https://nodejs.org).`,
  )
}
installPackages()
checkRuntime()
if (wanted.has('--browser')) installBrowser()
for (const program of optionalPrograms()) if (wanted.has(program.flag)) installOptional(program)

/** Programs without which everything works except what `without` describes. */
function optionalPrograms() {
  return [
    {
      flag: '--ffmpeg',
      packages: ['ffmpeg'],
      isThere: () => runs('ffmpeg', '-version'),
      without: 'ffmpeg is missing; videos are kept and played as they came. Install "ffmpeg" for posters and films.',
    },
    {
      flag: '--exiftool',
      packages: ['libimage-exiftool-perl'],
      isThere: () => runs('exiftool', '-ver'),
      without:
        'exiftool is missing; what pictures say is read by our own means alone. Install "libimage-exiftool-perl".',
    },
    {
      flag: '--engines',
      packages: ['firefox-esr'],
      isThere: () => isThere(process.env.FIREFOX_PATH, '/usr/bin/firefox-esr', '/usr/bin/firefox'),
      without: 'Firefox is missing; the failures are not played on it. Install "firefox-esr", or set FIREFOX_PATH.',
    },
    {
      flag: '--engines',
      packages: ['webkit2gtk-driver', 'xvfb'],
      isThere: () => isThere('/usr/bin/WebKitWebDriver') && isThere('/usr/bin/Xvfb'),
      without: 'WebKit is missing; the failures are not played on it. Install "webkit2gtk-driver" and "xvfb".',
    },
    {
      flag: '--nginx',
      packages: ['nginx-light'],
      isThere: () => runs('nginx', '-v'),
      without: 'nginx is missing; thumbnails are not compared with it. Install "nginx-light".',
    },
    {
      flag: '--swift',
      packages: ['swift-proxy', 'swift-account', 'swift-container', 'swift-object', 'memcached'],
      isThere: () => isThere('/usr/bin/swift-proxy-server') && isThere('/usr/bin/swift-object-server'),
      without:
        'Swift is missing; the storage of files in a bucket is not tested. Install "swift-proxy" and "swift-object".',
    },
    {
      flag: '--postgres',
      packages: ['postgresql'],
      isThere: () => hasDebianPostgres() || runs('initdb', '--version'),
      without: 'PostgreSQL is missing; the server is not tested on it. Install "postgresql".',
    },
    {
      flag: '--pgbouncer',
      packages: ['pgbouncer'],
      isThere: () => isThere('/usr/sbin/pgbouncer') || runs('pgbouncer', '--version'),
      without: 'PgBouncer is missing; the server is not tested through it. Install "pgbouncer".',
    },
  ]
}

function hasDebianPostgres() {
  const folder = '/usr/lib/postgresql'
  return existsSync(folder) && readdirSync(folder).some((version) => isThere(`${folder}/${version}/bin/initdb`))
}

/** Whether a program of the PATH starts. */
function runs(program, argument) {
  return spawnSync(program, [argument], { stdio: 'ignore' }).status === 0
}

function installPackages() {
  const lock = createHash('sha256')
    .update(readFileSync('package-lock.json'))
    .update(readFileSync('package.json'))
    .digest('hex')
  if (existsSync(stamp) && JSON.parse(readFileSync(stamp, 'utf8')).lock === lock) return
  console.log('setup: installing the packages of package-lock.json (npm ci) ...')
  const result = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], { stdio: 'inherit' })
  if (result.error || result.status !== 0) {
    stop('The packages could not be installed: npm and a reachable npm registry are needed the first time (npm ci).')
  }
  mkdirSync('node_modules/.cache', { recursive: true })
  writeFileSync(stamp, JSON.stringify({ lock }))
}

/** The packages bring Node 24 on Linux; elsewhere the person's own Node must run TypeScript files directly. */
function checkRuntime() {
  const version = execFileSync(existsSync('node_modules/.bin/node') ? 'node_modules/.bin/node' : 'node', ['-v'], {
    encoding: 'utf8',
  })
  const [major, minor] = version.slice(1).split('.').map(Number)
  if (major > 22 || (major === 22 && minor >= 18)) return
  stop(`Node ${version.trim()} cannot run the server: install Node 24 (https://nodejs.org).`)
}

function installBrowser() {
  if (!hasBrowser()) {
    console.log('setup: no Chromium found, asking the browser installer ...')
    if (spawnSync('node_modules/.bin/playwright', ['install', 'chromium'], { stdio: 'ignore' }).status === 0) return
    if (!installDebian(['chromium']) || !hasBrowser())
      stop(
        'The tests need a Chromium: install the package "chromium" of your system, or set CHROMIUM_PATH to its program.',
      )
  }
  installOptional({
    packages: ['chromium-headless-shell'],
    isThere: () => isThere(process.env.CHROMIUM_PATH, '/usr/bin/chromium-headless-shell'),
    without: 'the headless shell of Chromium is missing; the tests take longer. Install "chromium-headless-shell".',
  })
}

function hasBrowser() {
  return isThere(process.env.CHROMIUM_PATH, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome')
}

function isThere(...paths) {
  return paths.some((path) => path && existsSync(path))
}

/** Tries to install a program, once; says what is not possible without it. */
function installOptional({ packages, isThere: isPresent, without }) {
  const asked = `${stamp}.${packages[0]}`
  if (isPresent() || existsSync(asked)) return
  if (!installDebian(packages)) console.log(`setup: ${without}`)
  writeFileSync(asked, 'asked once')
}

/** @returns whether Debian's packages could be installed: only as root */
function installDebian(packages) {
  if (!isRoot || !existsSync('/usr/bin/apt-get')) return false
  console.log(`setup: installing ${packages.join(', ')} (apt-get) ...`)
  return aptGet('install', '-y', '--no-install-recommends', ...packages)
}

function aptGet(...words) {
  const options = { stdio: 'ignore', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }
  // An outdated package list names an old browser; when it cannot be updated the old one is used.
  if (!isListUpdated) spawnSync('apt-get', ['update'], options)
  isListUpdated = true
  return spawnSync('apt-get', words, options).status === 0
}

function stop(sentence) {
  console.error(`\n${sentence}\n`)
  process.exit(1)
}
