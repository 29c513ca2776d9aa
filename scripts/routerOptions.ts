/**
 * Options of the plugin of routes. It writes the table of routes, a committed file, in each build and each development
 * server: with different options they would change it in turn.
 */
export const routerOptions = {
  tmpDir: 'node_modules/.cache/tanstack',
  target: 'react',
  autoCodeSplitting: true,
  routesDirectory: 'src/routes',
  generatedRouteTree: 'src/routeTree.gen.ts',
} as const
