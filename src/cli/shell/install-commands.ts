/** The commands that install the optional programs behind two commands, in the versions that we test. */
export const installCommands = {
  redocly: 'npm install --save-dev @redocly/cli@2.77.0',
  prism: 'npm install --save-dev @stoplight/prism-cli@5.14.2',
} as const;
