#!/usr/bin/env node
import { runAsProcess } from './run-as-process.js';

void runAsProcess();
