/**
 * Options of the plugin of routes, which writes the table of routes, a committed file. The build, the development server
 * and the renderer of pages use the same ones, so that all of them write the same table.
 */
export const routerOptions = {
  tmpDir: 'node_modules/.cache/tanstack',
  target: 'react',
  autoCodeSplitting: true,
  routesDirectory: 'src/routes',
  generatedRouteTree: 'src/routeTree.gen.ts',
} as const
