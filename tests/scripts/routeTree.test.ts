import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import { resolveConfig } from 'vite'
import { expect, onTestFinished, test } from 'vitest'
import { routerOptions } from '../../scripts/routerOptions.ts'

test.each(['build', 'serve'] as const)('vite %s writes the table of routes that is committed', async (command) => {
  await mkdir('node_modules/.cache', { recursive: true })
  const folder = await mkdtemp('node_modules/.cache/routes-')
  onTestFinished(() => rm(folder, { recursive: true }))
  const generatedRouteTree = join(folder, 'routeTree.gen.ts')
  const plugins = [tanstackRouter({ ...routerOptions, generatedRouteTree })]
  await resolveConfig({ configFile: false, logLevel: 'silent', plugins }, command)
  const committed = await readFile(routerOptions.generatedRouteTree, 'utf8')
  const toRoutes = `'./${relative(folder, routerOptions.routesDirectory)}/`
  expect(await readFile(generatedRouteTree, 'utf8')).toBe(committed.replaceAll("'./routes/", toRoutes))
})
