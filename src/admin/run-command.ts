import { parseArgs } from 'node:util';
import { UsageError, type AdminCommand } from './command.js';

const COMMON = { help: { type: 'boolean', short: 'h' }, json: { type: 'boolean' } } as const;

/**
 * Runs the command that the arguments name.
 * @param args the command line without program and script
 * @returns the text for standard output: the help, or the result with one line per member, or one
 * line of JSON with `--json`
 * @throws UsageError if the arguments name no command, or unknown options
 */
export async function runCommand(
  commands: readonly AdminCommand[],
  args: readonly string[],
): Promise<string> {
  const command = commands.find(({ name }) => name.split(' ').every((word, at) => args[at] === word));
  if (!command) return overviewOrRefusal(commands, args);
  const values = parsed(command, args.slice(command.name.split(' ').length));
  if (values.help) return usage(command);
  const result = await command.run(values);
  return values.json ? JSON.stringify(result) : lines(result);
}

function lines(result: object): string {
  const shown = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));
  return Object.entries(result)
    .map(([name, value]) => `${name}: ${shown(value)}`)
    .join('\n');
}

function overviewOrRefusal(commands: readonly AdminCommand[], args: readonly string[]): string {
  if (args.length === 0 || args.includes('--help') || args.includes('-h')) return overview(commands);
  throw new UsageError(`There is no command "${args.join(' ')}". See: npm run admin -- --help`);
}

function parsed({ name, options }: AdminCommand, args: string[]): Record<string, unknown> {
  try {
    return parseArgs({ args, options: { ...options, ...COMMON } }).values;
  } catch (error) {
    // Node's advice follows its first sentence, on lines of their own.
    const [reason] = (error as Error).message.split(/\.(?:\s|$)/);
    throw new UsageError(`${reason}. See: npm run admin -- ${name} --help`);
  }
}

function overview(commands: readonly AdminCommand[]): string {
  const width = Math.max(...commands.map(({ name }) => name.length));
  const lines = commands.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`);
  return `Usage: npm run admin -- COMMAND [OPTIONS]

${lines.join('\n')}

npm run admin -- COMMAND --help explains a command. Settings are the service's own environment variables.
The result is on standard output, with --json as one line of JSON. Exit code: 0 done, 1 failed, 2 wrong usage; reasons on standard error.`;
}

function usage({ name, help, options = {} }: AdminCommand): string {
  const takes = [...Object.keys(options), 'json'].map((option) => ` [--${option}]`);
  return `Usage: npm run admin -- ${name}${takes.join('')}\n\n${help}`;
}
