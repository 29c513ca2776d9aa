import { execFile } from 'node:child_process'
import { chmod, chown, mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { lockDataFolder, openDataFolder } from '#server/dataFolder.ts'

let folder: string
beforeEach(async () => {
  const parent = await mkdtemp(join(tmpdir(), 'eclats-folder-'))
  onTestFinished(() => rm(parent, { recursive: true }))
  folder = join(parent, 'data')
})

const modeOf = async () => (await stat(folder)).mode & 0o777

test('creates the folder for its owner only', async () => {
  await openDataFolder(folder)
  expect(await modeOf()).toBe(0o700)
})

test('restricts a folder that other users can read', async () => {
  await openDataFolder(folder)
  await chmod(folder, 0o755)
  await openDataFolder(folder)
  expect(await modeOf()).toBe(0o700)
})

/** Any user but root, who may write everywhere. */
const other = 65_534

/** Opens the folder in a process without the rights of root. @returns the message of the error; empty without one */
async function refusalOf(path: string): Promise<string> {
  const program = `
    import { openDataFolder } from '#server/dataFolder.ts'
    if (process.getuid() === 0) process.setuid(${other})
    await openDataFolder(process.argv[1]).catch(({ message }) => console.log(message))`
  const { stdout } = await promisify(execFile)('node', ['--input-type=module', '--eval', program, path])
  return stdout
}

test.skipIf(process.platform === 'win32')(
  'refuses a folder of which the user of the service cannot write a part, and no folder of others',
  async () => {
    await mkdir(join(folder, 'journal'), { recursive: true })
    await mkdir(join(folder, 'lost+found'), { mode: 0o500 })
    await writeFile(join(folder, 'eclats.sqlite'), '')
    if (process.getuid?.() === 0) {
      for (const path of [dirname(folder), folder, join(folder, 'journal'), join(folder, 'eclats.sqlite')]) {
        await chown(path, other, other)
      }
    }
    expect(await refusalOf(folder)).toBe('')
    for (const [name, without, usual] of [
      ['journal', 0o500, 0o700],
      ['eclats.sqlite', 0o400, 0o600],
    ] as const) {
      await chmod(join(folder, name), without)
      expect(await refusalOf(folder)).toBe(
        `DATA_DIR (${folder}) : l'utilisateur du service ne peut pas écrire dans ${name} : donnez-lui le dossier entier ` +
          `(chown -R). / DATA_DIR (${folder}): the user of the service cannot write to ${name}: give them the whole ` +
          'folder (chown -R).\n',
      )
      await chmod(join(folder, name), usual)
    }
  },
)

test('refuses a folder that another server uses until it is released', async () => {
  await openDataFolder(folder)
  const unlock = lockDataFolder(folder)
  expect(() => lockDataFolder(folder)).toThrow(/sert déjà à un autre serveur/)
  unlock()
  lockDataFolder(folder)()
})
