"""Reads what measure-scenes.ts wrote, and varies it for training."""

import json
import math
from pathlib import Path

import numpy as np
import torch
from torch.nn import functional as F

from evidence_net import CELLS, MAPS, SIDE

PLANES = 6
PACKED = PLANES * 64 + MAPS


class Scene:
    """One picture with its planes (6, 256, 256), maps (656, 32, 32) and target (256, 256), all as bytes."""

    def __init__(self, path, dish, table=None):
        measured = np.frombuffer(path.read_bytes(), np.uint8)
        packed, target = measured[: PACKED * CELLS**2], measured[PACKED * CELLS**2 :]
        folded = packed[: PLANES * SIDE**2].reshape(PLANES, 8, 8, CELLS, CELLS)
        self.dish, self.table = dish, table
        self.planes = torch.from_numpy(folded.transpose(0, 3, 1, 4, 2).reshape(PLANES, SIDE, SIDE))
        self.maps = torch.from_numpy(packed[PLANES * SIDE**2 :].reshape(MAPS, CELLS, CELLS).copy())
        self.target = torch.from_numpy(target.reshape(SIDE, SIDE).copy())


def read_photos(folder, half):
    """The photos of one half, by name."""
    start = f"photo-{half}-"
    return [Scene(path, path.stem[len(start) :]) for path in sorted(Path(folder).glob(f"{start}*.evidence"))]


def read_scenes(folder, scenes_file):
    """The scenes that are measured so far."""
    lines = [json.loads(line) for line in Path(scenes_file).read_text().splitlines()]
    paths = [(Path(folder) / f"{one['name']}.evidence", one) for one in lines]
    return [Scene(path, one["dish"], one["table"]) for path, one in paths if path.exists()]


def plain(scenes):
    """Planes, maps and targets of scenes as they are, as the product gives them."""
    planes = torch.stack([scene.planes for scene in scenes]).float() / 255
    maps = torch.stack([scene.maps for scene in scenes]).float() / 40
    maps[:, :80] *= 40 / 255
    return planes, maps, torch.stack([scene.target for scene in scenes]).float()[:, None] / 255


def varied(scenes, rng, left_out):
    """The same, cut, turned, recoloured, and with some inputs left out, by the chance for each of the three masks."""
    planes, maps, targets = plain(scenes)
    count = len(scenes)
    theta = torch.stack([random_view(rng) for _ in range(count)])
    grid = F.affine_grid(theta, (count, 1, SIDE, SIDE), align_corners=False)
    cells = F.affine_grid(theta, (count, 1, CELLS, CELLS), align_corners=False)
    planes = F.grid_sample(planes, grid, padding_mode="border", align_corners=False)
    targets = F.grid_sample(targets, grid, padding_mode="border", align_corners=False)
    maps = F.grid_sample(maps, cells, padding_mode="border", align_corners=False)
    for i in range(count):
        recolour(planes[i], rng)
        for look, chance in zip((3, 4, 5), left_out):
            if rng.random() < chance:
                planes[i, look] = 0
        if rng.random() < 0.08:
            maps[i] = 0
        elif rng.random() < 0.5:
            maps[i] *= 1 + 0.15 * torch.randn(MAPS, 1, 1)
        if rng.random() < 0.1:
            planes[i, :3] = planes[i, :3].mean()
    return planes, maps, targets


def random_view(rng):
    """A part of the picture, mirrored half of the time, and slightly sheared."""
    across, down = (rng.uniform(0.7, 1.0) if rng.random() < 0.7 else 1.0 for _ in range(2))
    x, y = rng.uniform(-1, 1) * (1 - across), rng.uniform(-1, 1) * (1 - down)
    mirror = -1 if rng.random() < 0.5 else 1
    turn = rng.normal(0, 0.06)
    upside = -1 if rng.random() < 0.15 else 1
    return torch.tensor(
        [
            [mirror * across * math.cos(turn), -math.sin(turn) * across, x],
            [math.sin(turn) * down * mirror, upside * math.cos(turn) * down, y],
        ],
        dtype=torch.float32,
    )


def recolour(planes, rng):
    rgb = planes[:3]
    rgb *= 1 + rng.normal(0, 0.18)
    rgb *= torch.tensor(1 + rng.normal(0, 0.07, 3), dtype=torch.float32)[:, None, None]
    rgb += rng.normal(0, 0.06)
    grey = rgb.mean(0, keepdim=True)
    rgb.copy_(grey + (rgb - grey) * rng.uniform(0.4, 1.4))
    if rng.random() < 0.3:
        rgb += torch.randn_like(rgb) * rng.uniform(0.01, 0.06)
    rgb.clamp_(0, 1)
    for look in range(3, 6):
        if rng.random() < 0.3:
            planes[look] = planes[look] ** rng.uniform(0.6, 1.6)
