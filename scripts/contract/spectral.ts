// Spectral with the rules of `.spectral.yaml`, which it finds in the working folder. Its rule sets are installed beside it.
import { spawnSync } from 'node:child_process';
import { dirname } from 'node:path';
import { nodeTool } from '../tools/tools.ts';

const spectral = await nodeTool('spectral');
const NODE_PATH = dirname(dirname(spectral));
const { status } = spawnSync(spectral, ['lint', 'openapi/service.yaml', '--fail-severity', 'hint'], {
  stdio: 'inherit',
  env: { ...process.env, NODE_PATH },
});
process.exitCode = status ?? 1;
