import { execFileSync, spawnSync } from 'node:child_process'

/** Independent programs that read archives. */
export const zipPrograms = {
  unzip: spawnSync('unzip', ['-v']).status === 0,
  python: spawnSync('python3', ['-c', 'import zipfile']).status === 0,
}

export interface ForeignEntry {
  readonly name: string
  readonly size: number
  /** The time format of ZIP: year, month, day, hour, minute, second. */
  readonly instant: readonly number[]
}

/** Tests every byte of an archive with `unzip`. @throws Error with its output when it finds an error */
export function testByUnzip(path: string): void {
  execFileSync('unzip', ['-tqq', path], { encoding: 'utf8' })
}

/** Lists an archive with Python's zipfile. @throws Error when it finds an error */
export function listByPython(path: string): ForeignEntry[] {
  const row = 'dict(name=i.filename, size=i.file_size, instant=i.date_time)'
  return JSON.parse(python(path, `print(json.dumps([${row} for i in archive.infolist()]))`)) as ForeignEntry[]
}

/** Tests every byte of an archive with Python's zipfile. @throws Error when it finds an error */
export function testByPython(path: string): void {
  python(path, 'assert archive.testzip() is None')
}

/** Reads the text of the last file with Python's zipfile. @throws Error when it finds an error */
export function readLastByPython(path: string): string {
  return python(path, 'sys.stdout.buffer.write(archive.read(archive.infolist()[-1]))')
}

function python(path: string, statement: string): string {
  const program = `import json, sys, zipfile\narchive = zipfile.ZipFile(sys.argv[1])\n${statement}`
  return execFileSync('python3', ['-c', program, path], { encoding: 'utf8', maxBuffer: 64 * 1024 ** 2 })
}
